// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "tests/views/smallboard.h"
#include "views/callmodel.h"
#include "views/carddelegate.h"
#include "views/historymodel.h"
#include "views/layermodel.h"
#include "views/netmodel.h"
#include "views/openconnectionsmodel.h"

using namespace viaduct;

class WindowModelsTest : public QObject {
    Q_OBJECT

private slots:
    void netsTellWhatTheyHaveAndLack() {
        NetModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setState(small::state(), nullptr);
        QCOMPARE(model.rowCount(), 2);
        const int row = model.rowOf(NetId(2));
        QCOMPARE(model.index(row, NetModel::Name).data().toString(), QStringLiteral("B"));
        QCOMPARE(model.index(row, NetModel::Pads).data().toInt(), 2);
        QCOMPARE(model.index(row, NetModel::Open).data().toInt(), 1);
        QCOMPARE(model.index(row, NetModel::Vias).data().toInt(), 1);
        QCOMPARE(model.index(model.rowOf(NetId(1)), NetModel::Length).data().toString(), QStringLiteral("12.0"));
        model.setState(nullptr, nullptr);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.rowOf(NetId(1)), -1);
    }
    void anotherStateOfTheSameBoardKeepsTheRows() {
        NetModel model;
        model.setState(small::state(), nullptr);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setState(small::state(), nullptr);
        QCOMPARE(resets.count(), 0);
    }
    void openConnectionsSayWhyAndWhere() {
        OpenConnectionsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setState(small::state());
        QCOMPARE(model.rowCount(), 1);
        const QModelIndex row = model.index(0);
        QVERIFY(row.data().toString().contains(QStringLiteral("R1.2")));
        QCOMPARE(row.data(CardDelegate::Badge).toString(), QStringLiteral("boxed in"));
        QVERIFY(row.data(CardDelegate::Sentence).toString().contains(QStringLiteral("fenced")));
        QVERIFY(row.data(OpenConnectionsModel::PlaceRole).toRectF().contains(QPointF(10, 7)));
        model.setState(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
    void boardNamesCannotBecomeMarkup() {
        auto state = std::make_shared<State>(*small::state());
        auto board = std::make_shared<Board>(*state->board);
        board->nets[2].name = "<img src=x>";
        state->board = board;
        OpenConnectionsModel model;
        model.setState(state);
        QVERIFY(!model.index(0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("<img")));
    }
    void historyIsEmptyWithoutASession() {
        HistoryModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.refresh(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
    void aCallIsOneRowFromAskingToItsEnd() {
        CallModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        CallRecord record;
        record.number = 7;
        record.command = QStringLiteral("route");
        record.actor = QStringLiteral("agent");
        record.args = {{"work", 2000000U}, {"seed", 1}};
        model.update(record);
        record.status = CallRecord::Status::Running;
        model.update(record);
        model.setProgress(7, {"negotiating", 3, 8, 0});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0).data(CardDelegate::Badge).toString(), QStringLiteral("negotiating 3 / 8"));
        record.status = CallRecord::Status::Done;
        record.result = {{"routed", 8}, {"connections", 9}, {"open_total", 1}, {"committed", true}, {"added_errors", nlohmann::json::object()}};
        record.madeState = true;
        record.state = StateId(2);
        record.work = 1500000;
        model.update(record);
        const QString sentence = model.index(0).data(CardDelegate::Sentence).toString();
        QVERIFY(sentence.contains(QStringLiteral("routed 8 of 9")));
        QVERIFY(sentence.contains(QStringLiteral("2.0 M")));
        QVERIFY(model.index(0).data(CardDelegate::Right).toString().contains(QStringLiteral("state 2")));
        QVERIFY(model.index(0).data(CallModel::DetailRole).toString().contains(QStringLiteral("open_total")));
    }
    void failedCallsSayWhy() {
        CallModel model;
        CallRecord record;
        record.number = 1;
        record.command = QStringLiteral("route");
        record.status = CallRecord::Status::Failed;
        record.error = Error{ErrorCode::NotFound, "route: nets[0]: no such net"};
        model.update(record);
        QCOMPARE(resultText(record), QStringLiteral("route: nets[0]: no such net"));
        QCOMPARE(model.index(0).data(CardDelegate::Tone).toInt(), static_cast<int>(CardDelegate::Bad));
    }
    void remarksStandBetweenCalls() {
        CallModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.addNote(QStringLiteral("agent"), QStringLiteral("I look."));
        QVERIFY(model.index(0).data(CardDelegate::IsNote).toBool());
        QVERIFY(model.recordAt(model.index(0)) == nullptr);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }
    void layersAskForVisibilityAndShowTheAnswer() {
        LayerModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto board = small::board();
        model.setBoard(board.get());
        QModelIndex front;
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row).data().toString() == QStringLiteral("F.Cu")) front = model.index(row);
        QVERIFY(front.isValid());
        QCOMPARE(model.copperAt(front), LayerId(0));
        Visibility wanted;
        connect(&model, &LayerModel::visibilityWanted, this, [&wanted](const Visibility& visibility) { wanted = visibility; });
        QVERIFY(model.setData(front, Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!wanted.copper.contains(LayerId(0)));
        QCOMPARE(front.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked)); // until the view agrees
        model.setVisibility(wanted);
        QCOMPARE(front.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
        QVERIFY(!model.setData(model.index(0), Qt::Checked, Qt::CheckStateRole)); // a heading
        model.setBoard(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_MAIN(WindowModelsTest)
#include "windowmodelstest.moc"
