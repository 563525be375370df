// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/startpage.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

#include "views/carddelegate.h"
#include "views/icons.h"

namespace viaduct {

StartPage::StartPage(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_logo(new QLabel(this)), m_lead(new QLabel(this)), m_recentTitle(new QLabel(tr("Recent boards"), this)),
      m_hint(new QLabel(this)), m_recent(new QListWidget(this)), m_strip(new QCheckBox(tr("Open without its tracks and vias"), this)) {
    setAccessibleName(tr("Start page"));
    auto* name = new QLabel(tr("Viaduct"), this);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 2.6);
    large.setWeight(QFont::Bold);
    name->setFont(large);
    m_lead->setText(tr("Agents and people route KiCad boards together."));
    QFont lead = font();
    lead.setPointSizeF(lead.pointSizeF() * 1.15);
    m_lead->setFont(lead);
    m_logo->setPixmap(programIcon().pixmap(72, 72));

    auto* open = new QPushButton(tr("Open a board…"), this);
    open->setObjectName(QStringLiteral("primary"));
    open->setMinimumHeight(38);
    auto* demo = new QPushButton(tr("Try the demo board"), this);
    demo->setMinimumHeight(38);
    demo->setToolTip(tr("Opens a real board without its tracks; the built-in agent routes it while you watch."));
    m_demo = demo;
    m_recent->setItemDelegate(new CardDelegate(theme, m_recent));
    m_recent->setMouseTracking(true);
    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setAccessibleName(tr("Recent boards"));
    m_hint->setText(tr("…or drop a .kicad_pcb file anywhere on this window."));

    auto* titles = new QVBoxLayout;
    titles->setSpacing(2);
    titles->addWidget(name);
    titles->addWidget(m_lead);
    auto* head = new QHBoxLayout;
    head->setSpacing(20);
    head->addWidget(m_logo);
    head->addLayout(titles, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    buttons->addWidget(open, 1);
    buttons->addWidget(demo, 1);
    auto* column = new QWidget(this);
    column->setFixedWidth(560);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(head);
    layout->addSpacing(26);
    layout->addLayout(buttons);
    layout->addSpacing(10);
    layout->addWidget(m_strip);
    layout->addSpacing(26);
    layout->addWidget(m_recentTitle);
    layout->addSpacing(4);
    layout->addWidget(m_recent);
    layout->addSpacing(8);
    layout->addWidget(m_hint);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(24, 24, 24, 24);
    outer->addStretch(3);
    outer->addWidget(column, 0, Qt::AlignHCenter);
    outer->addStretch(4);

    connect(open, &QPushButton::clicked, this, &StartPage::openWanted);
    connect(demo, &QPushButton::clicked, this, &StartPage::demoWanted);
    const auto take = [this](const QListWidgetItem* item) { emit fileWanted(item->data(Qt::ToolTipRole).toString()); };
    connect(m_recent, &QListWidget::itemClicked, this, take);
    connect(m_recent, &QListWidget::itemActivated, this, take);
    connect(&theme, &Theme::changed, this, &StartPage::restyle);
    restyle();
    setRecent({});
}

void StartPage::setRecent(const QStringList& files) {
    m_recent->clear();
    for (const QString& file : files) {
        const QFileInfo info(file);
        auto* item = new QListWidgetItem(info.completeBaseName(), m_recent);
        QString folder = info.absolutePath();
        if (folder.startsWith(QDir::homePath())) folder.replace(0, QDir::homePath().size(), QStringLiteral("~"));
        item->setData(CardDelegate::Sentence, folder);
        item->setData(Qt::ToolTipRole, file);
    }
    // As tall as its rows, up to six of them.
    const int row = files.isEmpty() ? 0 : m_recent->sizeHintForRow(0);
    m_recent->setFixedHeight(row * static_cast<int>(std::min<qsizetype>(6, files.size())) + 4);
    m_recent->setVisible(!files.isEmpty());
    m_recentTitle->setVisible(!files.isEmpty());
}

void StartPage::setDemoAvailable(bool isAvailable) { m_demo->setVisible(isAvailable); }

void StartPage::restyle() {
    for (QLabel* label : {m_lead, m_recentTitle, m_hint}) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, m_theme.colours().muted);
        label->setPalette(palette);
    }
}

} // namespace viaduct
