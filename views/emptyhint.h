// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QObject>
#include <QString>

namespace viaduct {

// Says in the middle of an empty list why it is empty. Owned by the view.
class EmptyHint final : public QObject {
    Q_OBJECT

public:
    EmptyHint(QAbstractItemView* view, const QString& text);
    void setText(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAbstractItemView* m_view;
    QString m_text;
};

} // namespace viaduct
