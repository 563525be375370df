// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>
#include <QWidget>

#include "views/layermodel.h"

namespace viaduct {

class Theme;

// Layers and items with their colours: the eye (or Space) shows and hides, a click on a copper layer makes it the active one.
class LayerPanel final : public QWidget {
    Q_OBJECT

public:
    LayerPanel(LayerModel& model, const Theme& theme, QWidget* parent = nullptr);

signals:
    void activeWanted(viaduct::LayerId layer);

private:
    QListView* m_list;
};

} // namespace viaduct
