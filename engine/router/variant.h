// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/deterministicrandom.h"
#include "engine/router/eventsink.h"
#include "engine/router/outcome.h"
#include "engine/router/pinaccess.h"
#include "engine/router/routedpath.h"

namespace viaduct {

using PathPtr = std::shared_ptr<const RoutedPath>;

// The arm of the portfolio that a variant plays.
struct VariantSettings final {
    enum class Order : std::uint8_t { ShortFirst, LongFirst, Shuffled };
    Order order{Order::ShortFirst};
    std::uint32_t viaNanometres{3000000};   // a via costs as much as this length of track
    std::uint32_t present{3}, growth16{22}; // soft overlap: first cost, growth per iteration in sixteenths
    std::uint32_t bend45{4}, bend90{14};
    bool directed{false}; // layers prefer alternating directions
    std::uint64_t seed{1};
};

// How good a legal layout is: fewer open connections first, then vias and length.
struct Score final {
    int open{0};
    std::int64_t cost{0}; // nm: length + vias at their price
    auto operator<=>(const Score&) const = default;
};

// One run of the router: negotiation, legalisation, repair and polish on its own soft planes (ROUTER 4). Not shared between threads.
class Variant final {
public:
    Variant(const RoutingModel& model, const PinAccess& access, const VariantSettings& settings, int index, WorkBudget& work, EventSink* events);

    // Starts from the paths of another variant on the same lattice and profiles, whose fills may have been others; they stay movable.
    void adopt(const std::vector<PathPtr>& paths);
    // Runs until everything is routed and polished, or the budget is over. Afterwards the layout is legal and exact.
    void run();

    [[nodiscard]] Score score() const noexcept { return m_bestScore; }
    [[nodiscard]] Copper copper() const; // of the best layout
    [[nodiscard]] std::vector<PathPtr> paths() const;
    // Pairs of terminals that stay open, per net, by the best layout.
    struct Open {
        NetId net;
        int terminal{0};      // a terminal of one component
        bool isSealed{false}; // no legal copper leaves `terminal` at any width
        int rips{0}, fails{0};
    };
    [[nodiscard]] std::vector<Open> open() const;

private:
    struct NetState {
        NetId net;
        int profile{0};
        std::vector<PathPtr> paths;
        std::vector<int> adopted;         // serials of the paths that were taken over
        std::vector<std::uint8_t> sealed; // by terminal: nothing gets out, even at the neck
        std::vector<std::uint8_t> necked; // by terminal: the class width did not get out
        int rips{0}, fails{0};
    };
    using Layout = std::vector<std::vector<PathPtr>>; // by net state

    // variant.cpp: the movable copper and its planes
    void activateProfile(int profile);
    PathPtr withClaims(RoutedPath path);
    void stamp(const RoutedPath& path, int sign);
    void stampNet(const NetState& net, int sign);
    void lift(NetState& net);  // takes the net's claims out of the planes
    void lower(NetState& net); // and puts them back
    void restore(const Layout& layout);
    [[nodiscard]] Layout layout() const;
    [[nodiscard]] Score scoreOf(const Layout& layout) const;
    [[nodiscard]] std::vector<int> componentsOf(const NetState& net, const std::vector<PathPtr>& paths) const; // by terminal
    [[nodiscard]] int openBy(const NetState& net, const std::vector<PathPtr>& paths) const;                    // connections that `paths` leave open
    [[nodiscard]] int openOf(const NetState& net) const { return openBy(net, net.paths); }
    void keepBest();

    // connecting.cpp: paths of one net. All expect the net to be unstamped.
    enum class Mode : std::uint8_t { Soft, Hard };
    bool connect(NetState& net, Mode mode);
    bool joinTerminal(NetState& net, int terminal, Mode mode, int profile, bool& isClosed);
    void ripPaths(NetState& net, const std::vector<int>& serials); // and what hangs on them
    [[nodiscard]] SearchCosts costs(Mode mode) const;

    // adoption.cpp
    [[nodiscard]] static bool isAsAdopted(const NetState& net);
    [[nodiscard]] int terminalAt(NetId net, Node node, Point at) const; // -1: no copper of the net is there

    // negotiation.cpp
    void routeAll(Mode mode);
    bool negotiate(int maxIterations);
    [[nodiscard]] std::vector<int> conflictsOf(const NetState& net) const; // serials; the net unstamped
    void raiseHistory(const NetState& net);
    [[nodiscard]] std::vector<std::size_t> netOrder();

    // legalise.cpp
    void dropConflicts();
    void routeOpenHard();
    bool repairOnce();
    bool tryRepair(std::size_t net, int terminal);
    bool makeExact();
    [[nodiscard]] bool isExact(const NetState& net, std::vector<int>& offenders);
    void polish(); // nets as they were taken over stay so
    bool mend();   // joins what it can between the walls of the layout that was taken over; true: nothing is left to do

    void report(RouterEvent::Body body);

    const RoutingModel& m_model;
    const PinAccess& m_access;
    VariantSettings m_settings;
    int m_index;
    WorkBudget& m_work;
    EventSink* m_events;
    PathSearch m_search;
    DeterministicRandom m_random;
    std::vector<NetState> m_nets;
    std::vector<int> m_stateOfNet;        // by NetId
    std::vector<std::uint8_t> m_isActive; // by profile
    std::vector<SoftPlanes> m_soft;       // by profile
    std::vector<std::uint16_t> m_history; // by Node
    std::uint32_t m_present{3};
    const NetState* m_lifted{nullptr}; // the net whose claims are out of the planes while it is searched
    int m_nextSerial{0};
    std::uint64_t m_eventNumber{0};
    bool m_isAdopted{false};
    Layout m_best;
    Score m_bestScore{INT32_MAX, 0};
    int m_connections{0};
};

} // namespace viaduct
