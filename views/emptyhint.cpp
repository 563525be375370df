// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/emptyhint.h"

#include <QEvent>
#include <QPainter>

namespace viaduct {

EmptyHint::EmptyHint(QAbstractItemView* view, const QString& text) : QObject(view), m_view(view), m_text(text) { view->viewport()->installEventFilter(this); }

void EmptyHint::setText(const QString& text) {
    m_text = text;
    m_view->viewport()->update();
}

bool EmptyHint::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Paint || watched != m_view->viewport() || (m_view->model() != nullptr && m_view->model()->rowCount() > 0)) return false;
    QPainter painter(m_view->viewport());
    painter.setPen(m_view->palette().color(QPalette::PlaceholderText));
    painter.drawText(m_view->viewport()->rect().adjusted(20, 16, -20, -16), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, m_text);
    return false;
}

} // namespace viaduct
