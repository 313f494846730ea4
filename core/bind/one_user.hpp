// Objects that one thread at a time may use.
#pragma once

#include <atomic>
#include <stdexcept>
#include <utility>

namespace taquin::bind {

// An object, and whether some thread is using it.
template <class Object>
struct OneUser : Object {
    using Object::Object;
    mutable std::atomic<bool> in_use = false;
};

// One thread at a time: the second one is refused, instead of spoiling what the first one is at work on.
class Use {
public:
    template <class Object>
    explicit Use(const OneUser<Object>& object) : in_use_(object.in_use) {
        if (in_use_.exchange(true, std::memory_order_acquire))
            throw std::runtime_error("another thread is using this object");
    }
    ~Use() { in_use_.store(false, std::memory_order_release); }
    Use(const Use&) = delete;

private:
    std::atomic<bool>& in_use_;
};

// A method that refuses the second thread.
template <class Object, class Result, class... Arguments>
auto for_one(Result (Object::*method)(Arguments...)) {
    return [method](OneUser<Object>& self, Arguments... arguments) {
        const Use use(self);
        return (self.*method)(std::move(arguments)...);
    };
}
template <class Object, class Result, class... Arguments>
auto for_one(Result (Object::*method)(Arguments...) const) {
    return [method](const OneUser<Object>& self, Arguments... arguments) {
        const Use use(self);
        return (self.*method)(std::move(arguments)...);
    };
}

}  // namespace taquin::bind
