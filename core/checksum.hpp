// A checksum of a table's bytes, as fast as the memory delivers them: every table is checked whenever it is opened.
//
// Against damage, not against forgery. Each word goes into one of eight lanes by steps that can be undone (xor,
// rotation, multiplication by 513), and so do the lanes into the sum: damage within one word always changes the sum,
// any other damage but for one chance in 2^64. Eight lanes, because they keep a processor's vector units busy.
//
// Words are read in the byte order of the machine, as the tables are.
#pragma once

#include <cstddef>
#include <cstdint>

namespace taquin {

uint64_t checksum(const void* data, size_t bytes);

}  // namespace taquin
