// SPDX-License-Identifier: GPL-3.0-or-later
// The checker beside the real KiCad on real boards: type by type, item by item, with the fills as they stand in the files.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "engine/check/checker.h"
#include "engine/kicad/boardreader.h"
#include "engine/kicad/customrules.h"
#include "engine/kicad/projectreader.h"

using namespace viaduct;

namespace {

namespace fs = std::filesystem;
using Items = std::set<std::string>;
using Findings = std::map<std::string, std::set<Items>>;

constexpr const char* kTypes[] = {"annular_width",
                                  "clearance",
                                  "copper_edge_clearance",
                                  "drill_out_of_range",
                                  "hole_clearance",
                                  "hole_to_hole",
                                  "holes_co_located",
                                  "invalid_outline",
                                  "isolated_copper",
                                  "items_not_allowed",
                                  "microvia_drill_out_of_range",
                                  "shorting_items",
                                  "solder_mask_bridge",
                                  "starved_thermal",
                                  "track_dangling",
                                  "track_width",
                                  "tracks_crossing",
                                  "via_dangling",
                                  "via_diameter"};
constexpr const char* kNoUuid = "00000000-0000-0000-0000-000000000000";

// Differences that are understood and stand: board, type, why.
struct Known final {
    const char *board, *type, *why;
};
constexpr Known kKnown[] = {
    {"bluesmirf-v2", "clearance", "a text cut out of a zone is read as a text on it"},
    {"bluesmirf-v2.unrouted", "clearance", "a text cut out of a zone is read as a text on it"},
    {"mppt-2420-hc", "clearance", "glyphs are read larger than KiCad draws them"},
    {"mppt-2420-hc.unrouted", "clearance", "glyphs are read larger than KiCad draws them"},
    {"orangecrab-r021", "clearance", "glyphs are read larger than KiCad draws them"},
    {"orangecrab-r021.unrouted", "clearance", "glyphs are read larger than KiCad draws them"},
    {"kit-dev-coldfire-xilinx_5213", "shorting_items", "glyphs are read larger than KiCad draws them"},
    {"carte_test", "clearance", "glyphs are read larger than KiCad draws them"},
    {"carte_test", "solder_mask_bridge", "glyphs are read larger than KiCad draws them"},
    {"rp2040-stamp", "shorting_items", "a net tie by keyword is not read"},
    {"rp2040-stamp", "solder_mask_bridge", "a net tie by keyword is not read"},
    {"smartknob-base", "shorting_items", "a net tie by keyword is not read"},
    {"smartknob-base", "clearance", "a net tie by keyword is not read"},
    {"StickHub", "solder_mask_bridge", "a footprint that allows mask bridges is not read as such"},
    {"tinytapeout-demo", "solder_mask_bridge", "a footprint that allows mask bridges is not read as such"},
    {"tinytapeout-demo", "track_dangling", "KiCad lets a track end on a pad of another net"},
    {"fomu-dvt.unrouted", "solder_mask_bridge", "which net an opening drawn without copper takes depends on KiCad's search order"},
    {"throwing-star", "solder_mask_bridge", "one pad lies within a nanometre of the margin from an old fill that both draw with a pen"},
    {"fomu-dvt", "solder_mask_bridge", "which net an opening drawn without copper takes depends on KiCad's search order"},
};

const Known* knownDifference(const std::string& board, const std::string& type) {
    const auto known = std::find_if(std::begin(kKnown), std::end(kKnown), [&](const Known& entry) { return entry.board == board && entry.type == type; });
    return known != std::end(kKnown) ? known : nullptr;
}

std::string slurp(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

double cpuSeconds(int who) {
    rusage usage{};
    getrusage(who, &usage);
    const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Old files name items by 8 digits; KiCad fills them up.
std::string asUuid(std::string id) {
    std::transform(id.begin(), id.end(), id.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return id.size() == 8 ? "00000000-0000-0000-0000-0000" + id : id;
}

bool isEdge(const std::string& words) { return words.find(" on Edge.Cuts") != std::string::npos || words.find(" on Margin") != std::string::npos; }

void add(Findings& findings, const std::string& type, Items items) { findings[type].insert(std::move(items)); }

} // namespace

class AgreementTest final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (std::system("kicad-cli version 2>/dev/null | grep -q '^9\\.'") != 0) QSKIP("kicad-cli 9 is not installed: nothing is compared");
        QVERIFY(m_folder.isValid());
    }
    void kicadFindsTheSame_data() {
        QTest::addColumn<QString>("path");
        std::vector<fs::path> boards;
        std::error_code error;
        for (const fs::path folder : {fs::path(VIADUCT_CORPUS) / "dev", fs::path("/usr/share/kicad/demos")})
            for (const auto& entry : fs::recursive_directory_iterator(folder, error))
                if (entry.path().extension() == ".kicad_pcb" && entry.file_size() < 20'000'000) boards.push_back(entry.path());
        std::sort(boards.begin(), boards.end());
        for (const fs::path& board : boards) QTest::newRow(board.stem().c_str()) << QString::fromStdString(board.string());
        if (boards.empty()) QTest::newRow("no boards") << QString();
    }
    void kicadFindsTheSame() {
        QFETCH(QString, path);
        if (path.isEmpty()) QSKIP("neither the corpus nor kicad-demos is here");
        const fs::path board = path.toStdString();
        Findings ours, theirs;
        std::map<std::string, int> raw;
        std::size_t ourOpens = 0, theirOpens = 0;
        double ourSeconds = 0, theirSeconds = 0;
        bool isOld = false;
        QVERIFY(askOurs(board, ours, ourOpens, ourSeconds, isOld));
        QVERIFY(askKicad(board, isOld, theirs, theirOpens, raw, theirSeconds));
        m_ourSeconds += ourSeconds, m_theirSeconds += theirSeconds;
        qInfo("%s: %.2f s, kicad-cli %.2f s of CPU; open %zu and %zu", board.stem().c_str(), ourSeconds, theirSeconds, ourOpens, theirOpens);
        int unexpected = 0;
        for (const std::string type : kTypes) {
            const std::set<Items>&a = ours[type], &b = theirs[type];
            if (a.empty() && b.empty()) continue;
            const bool isCapped = raw[type] >= (type == "clearance" ? 499 : 199);
            // Items of old files have no ids, or one for all: then the numbers are compared, KiCad's with and without what reads the same.
            const bool agrees = isCapped ? a.size() >= b.size() : isOld ? a.size() >= b.size() && static_cast<int>(a.size()) <= raw[type] : a == b;
            const Known* known = knownDifference(board.stem().string(), type);
            const char* verdict = agrees ? (isCapped ? "KiCad stopped counting" : "agrees") : known != nullptr ? known->why : "DIFFERS";
            qInfo("    %-28s %5zu %5zu  %s", type.c_str(), a.size(), b.size(), verdict);
            if (agrees || known != nullptr) continue;
            ++unexpected;
            for (const auto& [who, from, against] : {std::tuple("only ours", &a, &b), std::tuple("only KiCad's", &b, &a)})
                for (const Items& items : *from)
                    if (!isOld && against->count(items) == 0) {
                        std::string text;
                        for (const std::string& item : items) text += " " + item;
                        qInfo("        %s:%s", who, text.c_str());
                        break;
                    }
        }
        if (theirOpens < 499) QCOMPARE(ourOpens, theirOpens);
        QCOMPARE(unexpected, 0);
    }
    void cleanupTestCase() {
        if (m_theirSeconds <= 0) return;
        qInfo("CPU over all boards, ours with reading: %.1f s, kicad-cli %.1f s: %.3f", m_ourSeconds, m_theirSeconds, m_ourSeconds / m_theirSeconds);
        QVERIFY2(m_ourSeconds < 0.2 * m_theirSeconds, "the checker is to take at most a fifth of kicad-cli's CPU time");
    }

private:
    static bool askOurs(const fs::path& board, Findings& findings, std::size_t& opens, double& seconds, bool& isOld) {
        const double start = cpuSeconds(RUSAGE_SELF);
        const auto file = readBoardFile(board.string());
        if (!file) return false;
        isOld = file->board->formatVersion <= 20171130;
        std::optional<StatedRules> project;
        std::shared_ptr<const CustomRulesFile> custom;
        if (const std::string text = slurp(fs::path(board).replace_extension(".kicad_pro")); !text.empty())
            if (auto read = readProjectText(text, "project")) project = std::move(*read);
        if (const std::string text = slurp(fs::path(board).replace_extension(".kicad_dru")); !text.empty())
            if (auto read = readCustomRules(text, "rules")) custom = *read;
        const RuleResolver rules(file->board, makeRuleSet(*file->board, project ? &*project : nullptr, custom));
        std::vector<ZoneFill> fills;
        for (const Zone& zone : file->board->zones)
            if (!zone.isRuleArea()) fills.insert(fills.end(), zone.storedFills.begin(), zone.storedFills.end());
        const CheckReport report = check(rules, file->board->copper, fills);
        seconds = cpuSeconds(RUSAGE_SELF) - start;
        opens = report.unconnected.size();
        for (const Violation& violation : report.violations) {
            Items items;
            std::string words;
            for (const ViolationItem& item : violation.items) {
                words += "|" + item.description + std::to_string(item.position.x.value()) + "," + std::to_string(item.position.y.value());
                const bool isAnyEdge = violation.type == "copper_edge_clearance" && isEdge(item.description);
                if (const std::string uuid = asUuid(item.uuid); !isAnyEdge && uuid.size() == 36 && uuid != kNoUuid) items.insert(uuid);
            }
            if (isOld) items = {words};
            add(findings, violation.type, std::move(items));
        }
        return true;
    }

    bool askKicad(const fs::path& board, bool isOld, Findings& findings, std::size_t& opens, std::map<std::string, int>& raw, double& seconds) const {
        const std::string folder = m_folder.path().toStdString(), report = folder + "/report.json";
        const double start = cpuSeconds(RUSAGE_CHILDREN);
        const std::string call = "KICAD_CONFIG_HOME='" + folder +
                                 "/config' LC_ALL=C LANG=C kicad-cli pcb drc --format json --severity-all --all-track-errors -o '" + report + "' '" +
                                 board.string() + "' >/dev/null 2>&1";
        if (std::system(call.c_str()) != 0) return false;
        seconds = cpuSeconds(RUSAGE_CHILDREN) - start;
        const auto document = nlohmann::json::parse(slurp(report));
        opens = document["unconnected_items"].size();
        for (const auto& violation : document["violations"]) {
            const std::string type = violation["type"];
            ++raw[type];
            Items items;
            std::string words;
            for (const auto& item : violation["items"]) {
                const std::string uuid = item["uuid"], description = item["description"];
                words += "|" + description + item["pos"].dump();
                if (uuid != kNoUuid && !(type == "copper_edge_clearance" && isEdge(description))) items.insert(uuid);
            }
            if (isOld) items = {words}; // KiCad repeats a pair of vias or pads on every layer
            add(findings, type, std::move(items));
        }
        return true;
    }

    QTemporaryDir m_folder;
    double m_ourSeconds{0}, m_theirSeconds{0};
};

QTEST_GUILESS_MAIN(AgreementTest)
#include "agreementtest.moc"
