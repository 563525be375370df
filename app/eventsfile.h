// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <memory>
#include <mutex>
#include <string>

#include "engine/base/result.h"
#include "engine/board/board.h"
#include "engine/router/eventsink.h"

namespace viaduct {

// `--events FILE`: every event that is not droppable as a line of JSON (SPEC 9), numbered in the order of arrival. A file that cannot be
// written any more says so once; the route goes on.
class EventsFile final : public EventSink {
public:
    [[nodiscard]] static Result<std::unique_ptr<EventsFile>> create(const std::string& path);
    ~EventsFile() override;
    void setBoard(std::shared_ptr<const Board> board) { m_board = std::move(board); }
    void receive(const RouterEvent& event) override;

private:
    explicit EventsFile(std::FILE* file, std::string path) : m_file(file), m_path(std::move(path)) {}
    std::FILE* m_file;
    std::string m_path;
    std::shared_ptr<const Board> m_board;
    std::mutex m_mutex;
    std::uint64_t m_sequence{0};
    bool m_isBroken{false};
};

} // namespace viaduct
