// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/kicad/customrules.h"
#include "engine/rules/constraintkind.h"
#include "engine/rules/ruleevaluation.h"

namespace viaduct {

// What `disallow` can name, as bits.
namespace disallow {
inline constexpr std::uint32_t kTrack = 1, kVia = 2, kMicroVia = 4, kBuriedVia = 8, kPad = 16, kZone = 32, kText = 64, kGraphic = 128, kHole = 256,
                               kFootprint = 512;
}

// The .kicad_dru of a board made ready to ask. Rules are asked in file order and each may overwrite what earlier ones gave.
class CompiledRules final {
public:
    // Every rule or constraint that is not applied, or not exactly, is told in `notes`: file:line and why.
    CompiledRules(const Board& board, const CustomRulesFile& file, std::vector<std::string>& notes);

    struct Finding final {
        std::optional<Nanometres> min, opt, max;
        std::uint32_t disallowed{0};
        std::optional<viaduct::ZoneConnection> connection;
        const RuleOrigin* origin{nullptr};     // the last rule that applies for certain; null: none
        std::optional<Nanometres> greatestMin; // of rules that may apply (Truth::Unknown)
        const RuleOrigin* greatestOrigin{nullptr};
        std::uint32_t possiblyDisallowed{0};
        bool isIgnored{false}; // the applying rule says (severity ignore)
    };

    // One constraint as it stands towards two items: for people who ask why it does or does not win.
    struct Considered final {
        const RuleOrigin* origin{nullptr};
        std::optional<Nanometres> min{}, opt{}, max{};
        std::uint32_t disallowed{0};
        std::optional<viaduct::ZoneConnection> connection{};
        Truth condition{Truth::No};
        bool isOtherLayer{false}; // its layer clause leaves the test out
        bool isOtherKind{false};  // disallow: of other kinds of items
        bool isIgnored{false};
        [[nodiscard]] bool applies() const noexcept { return condition == Truth::Yes && !isOtherLayer && !isOtherKind; }
    };

    [[nodiscard]] bool has(ConstraintKind kind) const noexcept { return !m_constraints[static_cast<std::size_t>(kind)].empty(); }
    [[nodiscard]] bool usesPlace() const noexcept { return m_usesPlace; }
    [[nodiscard]] Nanometres largestClearance() const noexcept;
    [[nodiscard]] RuleLimits limitsOf(const RuleOrigin& rule, ConstraintKind kind) const; // `rule`: one of ours, as `find` answers it
    void addMinimums(ConstraintKind kind, std::vector<Nanometres>& minimums) const;       // of every rule of the kind
    [[nodiscard]] bool asksForFootprints() const noexcept { return m_asksForFootprints; }

    // Answers for one board and rule set: the nets' profiles and the memo of rules that can matter to a pair of profiles and kinds.
    class Session final {
    public:
        Session(const CompiledRules& rules, const Board& board, const RuleSet& ruleSet, const std::vector<std::int32_t>& partner);
        // `b` may be null for constraints about one item.
        [[nodiscard]] Finding find(ConstraintKind kind, const RuleItem& a, const RuleItem* b, LayerId layer) const;
        // Every constraint of the kind, in file order.
        [[nodiscard]] std::vector<Considered> consider(ConstraintKind kind, const RuleItem& a, const RuleItem* b, LayerId layer) const;
        [[nodiscard]] int profileOf(NetId net) const { return m_profile[net.index()]; }

    private:
        using Candidates = std::vector<std::uint32_t>; // constraint index * 2, + 1 when it holds for certain
        [[nodiscard]] const Candidates& candidates(ConstraintKind kind, const RuleItem& a, const RuleItem* b) const;
        [[nodiscard]] Candidates candidatesFor(ConstraintKind kind, const RuleItem& a, const RuleItem* b) const;
        const CompiledRules& m_rules;
        const Board& m_board;
        const RuleSet& m_ruleSet;
        const std::vector<std::int32_t>& m_partner;
        std::vector<int> m_profile; // by net
        std::size_t m_profiles{0};
        std::vector<NetId> m_standIns;                               // by profile: a net of it
        mutable std::vector<std::atomic<const Candidates*>> m_cells; // by kind, profiles and item kinds; null: not asked yet
        mutable std::mutex m_mutex;
        mutable std::set<Candidates> m_lists; // never moved: cells point into it
    };

private:
    struct Rule {
        BoundExpression condition;
        LayerSet layers;
        bool hasLayers{false};
        RuleOrigin origin;
    };
    struct Constraint {
        std::size_t rule{0};
        std::optional<Nanometres> min, opt, max;
        std::uint32_t disallowed{0};
        std::optional<viaduct::ZoneConnection> connection;
        bool isWithinPairs{false};
    };
    void add(const Board& board, const CustomRule& rule, const std::string& file, std::vector<std::string>& notes);

    std::deque<Rule> m_rules;
    std::vector<Constraint> m_constraints[kConstraintKinds];
    bool m_usesPlace{false}, m_asksForFootprints{false};
};

} // namespace viaduct
