// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/journal.h"

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <sstream>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

#include "engine/base/digest.h"
#include "engine/base/log.h"
#include "engine/session/copperjson.h"
#include "engine/session/sessionlog.h"

namespace viaduct {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr int kMostJournals = 99;

// Beside the board; in the fallback folder boards of one name are told apart by their path.
fs::path folderBeside(const std::string& boardPath) {
    std::error_code error;
    const fs::path absolute = fs::absolute(boardPath, error);
    return (error ? fs::path(boardPath) : absolute).parent_path() / ".viaduct";
}

fs::path folderOfUser(const std::string& boardPath, const std::string& fallbackFolder) {
    std::error_code error;
    return fs::path(fallbackFolder) / Sha256::hexOf(fs::absolute(boardPath, error).string()).substr(0, 16);
}

fs::path journalName(const std::string& boardPath, int number) {
    return fs::path(boardPath).stem().string() + (number == 1 ? "" : "-" + std::to_string(number)) + ".journal";
}

fs::path bestPath(const fs::path& journal) { return journal.string() + ".best"; }

// The folder with a .gitignore, so that nothing of it enters the user's repository by accident.
bool makeFolder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!fs::is_directory(folder, error)) return false;
    if (!fs::exists(folder / ".gitignore", error)) std::ofstream(folder / ".gitignore") << "*\n";
    return ::access(folder.c_str(), W_OK) == 0;
}

void removeFolderIfIdle(const fs::path& folder) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().filename() != ".gitignore") return;
    if (error) return;
    fs::remove(folder / ".gitignore", error);
    fs::remove(folder, error); // only an empty folder goes
}

bool writeAll(int descriptor, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = ::write(descriptor, text.data() + done, text.size() - done);
        if (n <= 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return true;
}

// Which of the parent's items are gone, given that what is kept keeps its order; the rest of `child` is new.
template <typename Item, typename Same>
std::vector<std::size_t> dropped(const std::vector<Item>& parent, const std::vector<Item>& child, std::vector<Item>& fresh, const Same& isSame) {
    std::vector<std::size_t> gone;
    std::size_t next = 0;
    for (std::size_t i = 0; i < parent.size(); ++i) {
        if (next < child.size() && isSame(parent[i], child[next]))
            ++next;
        else
            gone.push_back(i);
    }
    fresh.assign(child.begin() + static_cast<std::ptrdiff_t>(next), child.end());
    return gone;
}

bool isSameTrack(const Track& a, const Track& b) { return a.net == b.net && a.layer == b.layer && a.start == b.start && a.end == b.end && a.width == b.width; }
bool isSameArc(const TrackArc& a, const TrackArc& b) {
    return a.net == b.net && a.layer == b.layer && a.start == b.start && a.mid == b.mid && a.end == b.end && a.width == b.width;
}
bool isSameVia(const Via& a, const Via& b) {
    return a.net == b.net && a.position == b.position && a.diameter == b.diameter && a.drill == b.drill && a.from == b.from && a.to == b.to && a.kind == b.kind;
}

json stateLine(const State& state, const State* parent) {
    static const Copper none;
    const Copper& before = parent == nullptr ? none : parent->added;
    Copper fresh;
    json line = {{"state", state.id.value()}, {"parent", state.parent.value()}, {"label", state.label},
                 {"tool", state.tool},        {"actor", state.actor},           {"digest", state.digest}};
    line["drop"] = {dropped(before.tracks, state.added.tracks, fresh.tracks, isSameTrack), dropped(before.arcs, state.added.arcs, fresh.arcs, isSameArc),
                    dropped(before.vias, state.added.vias, fresh.vias, isSameVia)};
    line["add"] = copperJson(fresh);
    json removed = json::array();
    for (const RemovedItem& item : state.removed) removed.push_back(json::array({static_cast<int>(item.kind), item.index}));
    line["removed"] = removed;
    return line;
}

} // namespace

struct Journal::Parts final {
    fs::path path;
    int descriptor{-1};
    std::atomic<bool> isBroken{false};
    std::mutex mutex; // guards what the writing thread shares
    std::condition_variable wake;
    std::optional<json> best;
    bool isEnding{false}, isWriting{false};
    std::thread writer;

    void append(const json& line) {
        if (isBroken || descriptor < 0) return;
        if (writeAll(descriptor, toLine(line) + "\n")) return;
        isBroken = true;
        logMessage(LogLevel::Warning, "The journal " + path.string() + " cannot be written any more; a crash would lose what follows.");
    }
    // The best so far is one small file, replaced as a whole: a crash in the middle leaves the one before.
    void writeBest(const json& document) const {
        const fs::path part = bestPath(path).string() + ".part";
        const int to = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (to < 0) return;
        const bool isWritten = writeAll(to, toLine(document) + "\n");
        ::close(to);
        std::error_code error;
        if (isWritten)
            fs::rename(part, bestPath(path), error);
        else
            fs::remove(part, error);
    }
    void run() {
        std::unique_lock lock(mutex);
        while (true) {
            wake.wait(lock, [this] { return isEnding || best.has_value(); });
            if (!best) return;
            const json document = std::move(*best);
            best.reset();
            isWriting = true;
            lock.unlock();
            writeBest(document);
            lock.lock();
            isWriting = false;
            wake.notify_all();
        }
    }
    void endWriter() {
        {
            const std::lock_guard lock(mutex);
            isEnding = true;
        }
        wake.notify_all();
        if (writer.joinable()) writer.join();
    }
};

Journal::Journal() : m_parts(std::make_unique<Parts>()) {}

Journal::~Journal() {
    m_parts->endWriter();
    if (m_parts->descriptor >= 0) ::close(m_parts->descriptor);
}

Result<std::unique_ptr<Journal>> Journal::create(const JournalSubject& subject, const std::string& fallbackFolder) {
    fs::path folder = folderBeside(subject.boardPath);
    if (!makeFolder(folder)) {
        if (fallbackFolder.empty()) return fail(ErrorCode::Unwritable, "No journal: the folder " + folder.parent_path().string() + " is read-only.");
        folder = folderOfUser(subject.boardPath, fallbackFolder);
        if (!makeFolder(folder)) return fail(ErrorCode::Unwritable, "No journal: neither the board's folder nor " + folder.string() + " can be written.");
    }
    for (int number = 1; number <= kMostJournals; ++number) {
        const fs::path path = folder / journalName(subject.boardPath, number);
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (descriptor < 0) continue; // taken: by a living process, or it waits for being restored
        ::flock(descriptor, LOCK_EX | LOCK_NB);
        std::unique_ptr<Journal> journal(new Journal);
        Parts* parts = journal->m_parts.get();
        parts->path = path;
        parts->descriptor = descriptor;
        parts->append({{"viaduct_journal", 1},
                       {"path", subject.boardPath},
                       {"board_sha256", subject.boardSha256},
                       {"rules_sha256", subject.rulesSha256},
                       {"strip", subject.strip},
                       {"keep_locked", subject.keepLocked}});
        parts->writer = std::thread([parts] { parts->run(); });
        return journal;
    }
    return fail(ErrorCode::Limit, "No journal: " + folder.string() + " holds " + std::to_string(kMostJournals) + " of this board; restore or delete them.");
}

bool Journal::isWhole() const { return !m_parts->isBroken; }

void Journal::keep(const State& state, const State* parent) { m_parts->append(stateLine(state, parent)); }

void Journal::keepCurrent(StateId state) { m_parts->append({{"current", state.value()}}); }

void Journal::keepBest(StateId base, const Copper& routed) {
    json document = {{"base", base.value()}, {"add", copperJson(routed)}};
    {
        const std::lock_guard lock(m_parts->mutex);
        m_parts->best = std::move(document);
    }
    m_parts->wake.notify_all();
}

void Journal::forgetBest() {
    std::unique_lock lock(m_parts->mutex);
    m_parts->best.reset();
    m_parts->wake.wait(lock, [this] { return !m_parts->isWriting; });
    std::error_code error;
    fs::remove(bestPath(m_parts->path), error);
}

void Journal::remove() {
    m_parts->endWriter();
    if (m_parts->descriptor >= 0) ::close(m_parts->descriptor);
    m_parts->descriptor = -1;
    removeJournal(m_parts->path.string());
}

const std::string& Journal::path() const noexcept { return m_parts->path.native(); }

void removeJournal(const std::string& path) {
    std::error_code error;
    fs::remove(path, error);
    fs::remove(bestPath(path), error);
    fs::remove(bestPath(path).string() + ".part", error);
    removeFolderIfIdle(fs::path(path).parent_path());
}

Result<JournalContents> readJournal(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail(ErrorCode::Unreadable, "The journal " + path + " cannot be read.");
    JournalContents contents;
    json states = json::array();
    std::int32_t current = 0;
    std::string text;
    for (std::size_t number = 1; std::getline(file, text); ++number) {
        const json line = parseJson(text);
        if (line.is_discarded() && file.eof()) break; // the crash came in the middle of this line
        try {
            if (number == 1) {
                if (line.at("viaduct_journal") != 1) return fail(ErrorCode::Unreadable, path + ":1: This journal's format is not known here.");
                contents.subject = {line.at("path"), line.at("board_sha256"), line.at("rules_sha256"), line.at("strip"), line.at("keep_locked")};
            } else if (line.contains("current")) {
                current = line.at("current").get<std::int32_t>();
            } else {
                current = line.at("state").get<std::int32_t>();
                states.push_back(line);
            }
        } catch (const json::exception&) { return fail(ErrorCode::Unreadable, path + ":" + std::to_string(number) + ": This line is not a journal's."); }
    }
    contents.states = states.size();
    contents.args = {{"states", states}, {"current", current}};
    std::ifstream best(bestPath(path), std::ios::binary);
    if (best) {
        std::stringstream all;
        all << best.rdbuf();
        const json document = parseJson(all.str());
        if (document.is_object() && document.contains("base") && document.contains("add")) {
            contents.hasBest = true;
            contents.args["best"] = document;
        }
    }
    return contents;
}

std::vector<std::string> waitingJournals(const std::string& boardPath, const std::string& fallbackFolder) {
    std::vector<std::string> waiting;
    for (const fs::path& folder : {folderBeside(boardPath), fallbackFolder.empty() ? fs::path() : folderOfUser(boardPath, fallbackFolder)}) {
        if (folder.empty()) continue;
        for (int number = 1; number <= kMostJournals; ++number) {
            const fs::path path = folder / journalName(boardPath, number);
            const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
            if (descriptor < 0) continue;
            const bool isAlive = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
            ::close(descriptor);
            if (isAlive) continue;
            const auto contents = readJournal(path.string());
            if (contents && (contents->states > 0 || contents->hasBest))
                waiting.push_back(path.string());
            else if (contents)
                removeJournal(path.string()); // a process that died before it had done anything
        }
    }
    return waiting;
}

} // namespace viaduct
