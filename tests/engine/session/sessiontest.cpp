// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/session/journal.h"
#include "engine/session/session.h"
#include "engine/session/sessionlog.h"
#include "tests/support/boardbuilder.h"

using namespace viaduct;

namespace {

std::shared_ptr<Session> opened(const test::BoardBuilder& builder, SessionOptions options = {}) {
    auto file = builder.file();
    if (!file) return nullptr;
    auto session = Session::open(std::move(*file), {}, options);
    return session ? *session : nullptr;
}

// Copper that joins net A1 of a ladder.
Proposal rung(const Session& session, int row) {
    Proposal proposal;
    proposal.label = "route";
    proposal.tool = "route";
    proposal.actor = "agent";
    Track track;
    track.net = session.board().findNet("A" + std::to_string(row));
    track.layer = LayerId(0);
    track.start = pointAt(5'000'000, 4'000'000 * row);
    track.end = pointAt(15'000'000, 4'000'000 * row);
    track.width = Nanometres(250'000);
    proposal.added = session.head()->added;
    proposal.added.tracks.push_back(track);
    return proposal;
}

} // namespace

class SessionTest final : public QObject {
    Q_OBJECT
private slots:
    void theFirstStateIsTheBoardAsOpened() {
        const auto session = opened(test::ladder(3));
        QVERIFY(session);
        const StatePtr state = session->current();
        QCOMPARE(state->id, StateId(0));
        QVERIFY(state->parent.isNone());
        QCOMPARE(state->metrics.open, std::size_t{3});
        QCOMPARE(state->digest, std::string("cbf29ce484222325"));
        QCOMPARE(state->open.at(0).reason, OpenReason::NotTried);
        QVERIFY(!session->isDirty());
    }
    void aStateIsSeenByOthersOnlyWhenItIsPublished() {
        const auto session = opened(test::ladder(3));
        const auto kept = session->commit(session->build(rung(*session, 1)));
        QVERIFY(kept);
        QCOMPARE(session->head()->id, StateId(1));
        QCOMPARE(session->current()->id, StateId(0));
        session->publish();
        QCOMPARE(session->current()->id, StateId(1));
        QCOMPARE(session->current()->metrics.open, std::size_t{2});
        QCOMPARE(session->current()->metrics.length, Nanometres(10'000'000));
        QVERIFY(session->isDirty());
    }
    void whatWasStagedCanBeDiscarded() {
        const auto session = opened(test::ladder(2));
        QVERIFY(session->commit(session->build(rung(*session, 1))));
        session->addWork(5);
        session->discardStaged();
        session->publish();
        QCOMPARE(session->states().size(), std::size_t{1});
        QCOMPARE(session->workUsed(), std::uint64_t{0});
    }
    void undoAndRestoreKeepEveryStateAndBranch() {
        const auto session = opened(test::ladder(3));
        QVERIFY(session->commit(session->build(rung(*session, 1))));
        QVERIFY(session->commit(session->build(rung(*session, 2))));
        QVERIFY(session->undo("agent", false));
        QCOMPARE(session->head()->id, StateId(1));
        const auto branch = session->commit(session->build(rung(*session, 3)));
        QVERIFY(branch);
        QCOMPARE((*branch)->id, StateId(3));
        QCOMPARE((*branch)->parent, StateId(1));
        QVERIFY(session->restore(StateId(2)));
        session->publish();
        QCOMPARE(session->states().size(), std::size_t{4});
        QCOMPARE(session->current()->id, StateId(2));
        QVERIFY(!session->restore(StateId(4)));
        QVERIFY(!session->restore(StateId(-1)));
    }
    void undoOfAnotherClientsStateNeedsForce() {
        const auto session = opened(test::ladder(2));
        QVERIFY(session->commit(session->build(rung(*session, 1))));
        const auto refused = session->undo("person", false);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NotAllowed);
        QVERIFY(session->undo("person", true));
        QVERIFY(!session->undo("person", true)); // nothing left
    }
    void aFullHistoryRefusesAndLosesNothing() {
        SessionOptions options;
        options.maxStates = 3;
        const auto session = opened(test::ladder(2), options);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(session->commit(session->build(rung(*session, 1))));
            QVERIFY(session->restore(StateId(0)));
        }
        const auto refused = session->commit(session->build(rung(*session, 1)));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Limit);
        session->publish();
        QCOMPARE(session->states().size(), std::size_t{4});
    }
    void theStateLastSavedIsNotDirty() {
        const auto session = opened(test::ladder(2));
        QVERIFY(session->commit(session->build(rung(*session, 1))));
        session->markSaved(session->head());
        session->publish();
        QVERIFY(!session->isDirty());
        QVERIFY(session->restore(StateId(0)));
        session->publish();
        QVERIFY(session->isDirty());
    }
    void takenOutCopperIsGoneFromTheState() {
        test::BoardBuilder builder = test::ladder(1);
        builder.track(1, 5, 4, 15, 4);
        const auto session = opened(builder);
        QCOMPARE(session->current()->metrics.open, std::size_t{0});
        Proposal proposal;
        proposal.removed = {{CopperKind::Track, 0}, {CopperKind::Track, 0}};
        const StatePtr built = session->build(proposal);
        QCOMPARE(built->removed.size(), std::size_t{1});
        QCOMPARE(built->copper->tracks.size(), std::size_t{0});
        QCOMPARE(built->metrics.open, std::size_t{1});
    }
    void aReasonStaysWithTheStateItDescribes() {
        const auto session = opened(test::ladder(2));
        OpenConnection reason = session->current()->open.at(0);
        reason.reason = OpenReason::BoxedIn;
        std::swap(reason.edge.a, reason.edge.b);
        reason.side = OpenSide::A;
        session->explain(session->head(), {reason});
        session->publish();
        QCOMPARE(session->current()->open.at(0).reason, OpenReason::BoxedIn);
        QCOMPARE(session->current()->open.at(0).side, OpenSide::B);
        QCOMPARE(session->current()->open.at(1).reason, OpenReason::NotTried);
        QVERIFY(session->commit(session->build(rung(*session, 2))));
        QCOMPARE(session->head()->open.at(0).reason, OpenReason::NotTried);
    }
    void checksAreDoneOncePerState() {
        const auto session = opened(test::ladder(2));
        QCOMPARE(session->check(*session->current()).get(), session->baseline().get());
    }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "sessiontest.moc"
