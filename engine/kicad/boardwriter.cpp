// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/boardwriter.h"

#include <algorithm>
#include <map>

#include "engine/geometry/polygonops.h"
#include "engine/kicad/copperitemline.h"
#include "engine/kicad/filedialect.h"
#include "engine/kicad/sexpression.h"
#include "engine/kicad/textedits.h"

namespace viaduct {

namespace {

constexpr Nanometres kFlattening{5000}; // of arcs in formats that have none

bool isCopper(const SNode& node) { return node.is("segment") || node.is("arc") || node.is("via"); }

class BoardWriting final {
public:
    BoardWriting(const BoardFile& file, const BoardChanges& changes, const SExpression& tree)
        : m_file(file), m_board(*file.board), m_changes(changes), m_tree(tree), m_text(tree.text()), m_dialect(tree, *file.board) {}

    Result<std::string> run() {
        TRY(removeCopper());
        TRY(replaceFills());
        TRY(addCopper());
        if (m_edits.isEmpty()) return std::string(m_text);
        std::string written = TRY(m_edits.applied(m_text));
        TRY(ensureReadable(written));
        return written;
    }

private:
    // A node and what makes it a line of its own: the blanks before it up to one line end, or one blank.
    void cut(const SNode& node) {
        std::uint32_t begin = node.begin();
        while (begin > 0 && (m_text[begin - 1] == ' ' || m_text[begin - 1] == '\t')) --begin;
        if (begin > 0 && m_text[begin - 1] == '\n')
            begin -= begin > 1 && m_text[begin - 2] == '\r' ? 2 : 1;
        else if (begin > 0 && m_text[begin - 1] == '\r')
            --begin;
        else
            begin = node.begin() - (begin < node.begin() ? 1 : 0);
        m_edits.remove(begin, node.end());
    }

    Result<void> removeCopper() {
        std::vector<SourceSpan> removed = m_changes.removed;
        std::vector<std::uint32_t> kept; // with strip: what the reader left in
        if (m_file.options.strip) {
            for (const Track& track : m_board.copper.tracks) kept.push_back(track.source.begin);
            for (const TrackArc& arc : m_board.copper.arcs) kept.push_back(arc.source.begin);
            for (const Via& via : m_board.copper.vias) kept.push_back(via.source.begin);
            for (const Zone& zone : m_board.zones) kept.push_back(zone.source.begin);
            std::sort(kept.begin(), kept.end());
        }
        std::sort(removed.begin(), removed.end(), [](const SourceSpan& a, const SourceSpan& b) { return a.begin < b.begin; });
        removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
        std::size_t found = 0;
        for (const SNode node : m_tree.root().arguments()) {
            const bool isCopperItem = isCopper(node);
            if (!isCopperItem && !node.is("zone")) continue;
            const auto span =
                std::lower_bound(removed.begin(), removed.end(), node.begin(), [](const SourceSpan& a, std::uint32_t begin) { return a.begin < begin; });
            const bool isNamed = isCopperItem && span != removed.end() && span->begin == node.begin() && span->end == node.end();
            const bool isStripped =
                m_file.options.strip && !std::binary_search(kept.begin(), kept.end(), node.begin()) && (isCopperItem || node.find("attr").find("teardrop"));
            if (isNamed) ++found;
            if (isNamed || isStripped) cut(node);
        }
        if (found != removed.size()) return fail(ErrorCode::Internal, "an item to remove is not in the board file");
        return {};
    }

    Result<void> replaceFills() {
        if (!m_changes.fills && !m_file.options.strip) return {};
        std::map<std::uint32_t, const Zone*> zones; // by the place of their node
        for (const Zone& zone : m_board.zones) zones.emplace(zone.source.begin, &zone);
        std::map<ZoneId, std::vector<const ZoneFill*>> fills;
        if (m_changes.fills)
            for (const ZoneFill& fill : *m_changes.fills) fills[fill.zone].push_back(&fill);
        const auto inList = [&](const SNode& list) {
            for (const SNode node : list.arguments()) {
                if (!node.is("zone")) continue;
                const auto zone = zones.find(node.begin());
                if (zone == zones.end()) continue;
                const auto fill = fills.find(zone->second->id);
                if (fill != fills.end())
                    replaceFill(node, *zone->second, &fill->second);
                else if (m_file.options.strip)
                    replaceFill(node, *zone->second, nullptr);
            }
        };
        inList(m_tree.root());
        for (const SNode node : m_tree.root().arguments())
            if (node.is("footprint") || node.is("module")) inList(node);
        return {};
    }

    void replaceFill(const SNode& node, const Zone& zone, const std::vector<const ZoneFill*>* fills) {
        SNode last, fill;
        bool isPenned = m_dialect.hasPennedFills();
        for (const SNode part : node.arguments()) {
            if (!part.isList()) continue;
            if (part.is("filled_polygon") || part.is("fill_segments")) {
                cut(part);
                continue;
            }
            last = part;
            if (part.is("fill"))
                fill = part;
            else if (part.is("filled_areas_thickness") && part.at(1).word() == "no")
                isPenned = false;
        }
        if (fills == nullptr || !last) return;
        const std::string indent = indentOf(node) + m_dialect.indentation();
        std::string text;
        for (const ZoneFill* on : *fills) {
            // The pen that draws an old fill adds half its width all round.
            const PolygonList islands = isPenned && zone.minThickness.value() > 0
                                            ? polygonsOf(offset(regionOf(on->islands), -(zone.minThickness / 2), Nanometres(2000)))
                                            : PolygonList(on->islands);
            for (const PolygonWithHoles& island : islands) {
                const Ring ring = slitted(island);
                if (ring.size() >= 3) text += m_dialect.before(indent) + m_dialect.filledPolygon(m_board, on->layer, ring, indent);
            }
        }
        if (text.empty()) return;
        if (fill && fill.at(1).word() != "yes") m_edits.insert(fill.first().end(), " yes"); // else KiCad takes the zone for unfilled
        m_edits.insert(last.end(), std::move(text));
    }

    [[nodiscard]] std::string indentOf(const SNode& node) const {
        std::uint32_t begin = node.begin();
        while (begin > 0 && (m_text[begin - 1] == ' ' || m_text[begin - 1] == '\t')) --begin;
        return begin == 0 || m_text[begin - 1] == '\n' || m_text[begin - 1] == '\r' ? std::string(m_text.substr(begin, node.begin() - begin)) : std::string();
    }

    Result<void> ensureNetIsDeclared(NetId net) const {
        if (net.isNone() || !m_dialect.hasNetCodes() || m_board.net(net).code >= 0) return {};
        return fail(ErrorCode::Unwritable,
                    "the net '" + m_board.net(net).name + "' is not in the board file's table of nets; open and save the board in KiCad first");
    }

    Result<void> addCopper() {
        const Copper& added = m_changes.added;
        if (added.isEmpty()) return {};
        CopperNames names(m_file.sha256);
        const std::string& indent = m_dialect.indentation();
        std::string text;
        const auto add = [&](const std::string& item) { text += m_dialect.before(indent) + item, ++m_written; };
        const auto nameOf = [&](const auto& item) { return item.uuid.empty() ? names.uuidFor(copperItemLine(m_board, item)) : item.uuid; };
        for (const Track& track : added.tracks) {
            TRY(ensureNetIsDeclared(track.net));
            add(m_dialect.track(m_board, track, nameOf(track), indent));
        }
        for (const TrackArc& arc : added.arcs) {
            TRY(ensureNetIsDeclared(arc.net));
            if (m_dialect.hasTrackArcs()) {
                add(m_dialect.arc(m_board, arc, nameOf(arc), indent));
                continue;
            }
            const std::vector<Point> points = arcToPolyline(arc.start, arc.mid, arc.end, kFlattening);
            for (std::size_t i = 0; i + 1 < points.size(); ++i) {
                const Track piece{arc.net, arc.layer, points[i], points[i + 1], arc.width, arc.locked, {}, {}};
                add(m_dialect.track(m_board, piece, nameOf(piece), indent));
            }
        }
        for (const Via& via : added.vias) {
            TRY(ensureNetIsDeclared(via.net));
            add(m_dialect.via(m_board, via, nameOf(via), indent));
        }
        insertCopper(std::move(text));
        return {};
    }

    // Where KiCad writes tracks: behind the last one; without any before the zones, or before what follows zones, or at the end.
    void insertCopper(std::string text) {
        SNode lastCopper, before;
        bool isPastCopper = false;
        for (const SNode node : m_tree.root().arguments()) {
            if (!node.isList()) continue;
            if (isCopper(node)) lastCopper = node;
            isPastCopper =
                isPastCopper || node.is("zone") || node.is("group") || node.is("generated") || node.is("embedded_fonts") || node.is("embedded_files");
            if (!isPastCopper) before = node;
        }
        if (lastCopper) return m_edits.insert(lastCopper.end(), std::move(text));
        // Until KiCad 7 a blank line parts the sections.
        if (m_board.formatVersion < 20231014) text = m_dialect.lineEnd() + text;
        m_edits.insert(before.end(), std::move(text));
    }

    // Reads the result back: a file that does not hold what was meant must not be saved over anything.
    Result<void> ensureReadable(const std::string& written) const {
        const auto again = readBoardText(written, m_file.path);
        if (!again) return fail(ErrorCode::Internal, "the written board cannot be read back: " + again.error().text);
        const std::size_t expected = m_board.copper.size() - countOfRemoved() + m_written;
        if (again->board->copper.size() != expected || again->board->pads.size() != m_board.pads.size())
            return fail(ErrorCode::Internal,
                        "the written board holds " + std::to_string(again->board->copper.size()) + " tracks and vias instead of " + std::to_string(expected));
        return {};
    }
    [[nodiscard]] std::size_t countOfRemoved() const {
        std::vector<std::uint32_t> begins;
        for (const SourceSpan& span : m_changes.removed) begins.push_back(span.begin);
        std::sort(begins.begin(), begins.end());
        const auto removedOf = [&](const auto& items) {
            return std::count_if(items.begin(), items.end(),
                                 [&](const auto& item) { return std::binary_search(begins.begin(), begins.end(), item.source.begin); });
        };
        return static_cast<std::size_t>(removedOf(m_board.copper.tracks) + removedOf(m_board.copper.arcs) + removedOf(m_board.copper.vias));
    }

    const BoardFile& m_file;
    const Board& m_board;
    const BoardChanges& m_changes;
    const SExpression& m_tree;
    std::string_view m_text;
    FileDialect m_dialect;
    TextEdits m_edits;
    std::size_t m_written{0};
};

} // namespace

Result<std::string> writeBoardText(const BoardFile& file, const BoardChanges& changes) {
    const SExpression tree = TRY(SExpression::parse(file.bytes, file.path));
    return BoardWriting(file, changes, tree).run();
}

} // namespace viaduct
