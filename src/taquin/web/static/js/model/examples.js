// Boards that are worth a look, by what they are: those of the course sheets and the famous ones. Each is named by the
// word example_NAME, and written as in an address.

export const EXAMPLES = {
  course: {
    bnb: { board: "1,2,4,7/5,6,0,3/9,11,12,8/13,10,14,15" },
    bnb_long: { board: "1,3,8,6/9,2,7,4/13,5,0,12/10,11,14,15" },
    bnb_unsolvable: { board: "2,1,4,7/5,6,0,3/9,11,12,8/13,10,14,15" },
    heap: { board: "1,0,2,4/5,6,3,7/9,10,11,8/13,14,15,12" },
    princeton: { board: "8,1,3/4,0,2/7,6,5" },
    princeton_near: { board: "0,1,3/4,2,5/7,8,6" },
    astar: { board: "0,2,3/1,4,5/7,8,6" },
    missed: { board: "1,3,5/4,0,8/7,6,2" },
  },
  famous: {
    loyd: { board: "1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0" },
    aima: { board: "7,2,4/5,0,6/8,3,1", goal: "blank-first" },
    hardest8: { board: "8,6,7/2,5,4/3,0,1" },
    korf1: { board: "14,13,15,7/11,12,9,5/6,0,2,1/4,8,10,3", goal: "blank-first" },
    hardest15: { board: "0,12,9,13/15,11,10,14/3,7,2,5/4,8,6,1" },
    korf24: { board: "14,5,9,2,18/8,23,19,12,17/15,0,10,20,4/6,11,21,1,7/24,3,16,22,13", goal: "blank-first" },
  },
};

// The address of an example.
export function addressOf({ board, goal = "blank-last" }) {
  return `#board=${board}&goal=${goal}`;
}
