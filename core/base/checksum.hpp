// A checksum of a table's bytes, as fast as the memory delivers them: every table is checked whenever it is opened.
//
// Against damage, not against forgery. Each word goes into one of eight lanes by steps that can be undone (addition,
// rotation, multiplication by odd numbers), and so do the lanes into the sum: damage within one word always changes the
// sum, and other damage that has nothing to do with these steps is missed about once in 2^64 times. The word is
// multiplied before it is added, so that no few bits of one word undo what a bit of the word before has done.
// Eight lanes, because a processor begins new multiplications while the results of earlier ones are on their way.
//
// Words are read in the byte order of the machine, as the tables are.
#pragma once

#include <cstddef>
#include <cstdint>

namespace taquin {

uint64_t checksum(const void* data, size_t bytes);

}  // namespace taquin
