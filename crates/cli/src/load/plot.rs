//! What was measured over time, drawn.

use std::path::Path;

use anyhow::anyhow;
use plotters::{coord::Shift, prelude::*};

use super::report::Report;

const SIZE: (u32, u32) = (900, 900);

/// A curve of one panel: its name, its colour and its points.
type Curve = (&'static str, RGBColor, Vec<(f64, f64)>);

/// Draws actions, latency and memory over the seconds of the run, one panel under another.
pub(super) fn draw(path: &Path, report: &Report) -> anyhow::Result<()> {
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    // The library's errors hold what cannot be sent on.
    let failed = |error: DrawingAreaErrorKind<_>| anyhow!("cannot draw: {error}");
    area.fill(&WHITE).map_err(failed)?;
    let over_time = |value: fn(&super::report::Second) -> f64| -> Vec<_> {
        report.over_time.iter().map(|second| (second.second as f64 + 0.5, value(second))).collect()
    };
    let memory = report.memory.over_time.iter().map(|&(at, bytes)| (at, bytes as f64 / 1e6)).collect();
    let panels: [(&str, Vec<Curve>); 3] = [
        ("actions a second", vec![("actions", BLUE, over_time(|second| second.actions as f64))]),
        (
            "milliseconds to the acknowledgement",
            vec![
                ("p50", GREEN, over_time(|second| second.latency.p50)),
                ("p99", RED, over_time(|second| second.latency.p99)),
            ],
        ),
        ("megabytes of the server", vec![("memory", MAGENTA, memory)]),
    ];
    for (area, (title, curves)) in area.split_evenly((panels.len(), 1)).iter().zip(panels) {
        panel(area, title, report.seconds, &curves).map_err(failed)?;
    }
    area.present().map_err(failed)
}

fn panel<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    title: &str,
    seconds: f64,
    curves: &[Curve],
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let highest = curves.iter().flat_map(|(_, _, points)| points).map(|&(_, y)| y).fold(1.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 16))
        .margin(10)
        .x_label_area_size(25)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..seconds, 0.0..highest * 1.1)?;
    chart.configure_mesh().draw()?;
    for (name, colour, points) in curves {
        let colour = *colour;
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 15, y)], colour));
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()
}
