import { useEffect, useId, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './plot.css';
import { LOCALE } from '../design/locale.ts';
import { useIsDarkScheme } from '../design/scheme.ts';
import { readChartColors, toTranslucent } from './colors.ts';

interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** The number of the series' colour in the style sheet, from 1. */
  readonly colorNumber: number;
}

interface PlotProps {
  /** A description of the plot for screen readers. The plot adds a summary of each series. */
  readonly label: string;
  /** The times of the points in ascending order: UTC days, or ISO times if each point is an hour. */
  readonly dates: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  readonly height?: number;
  /** Whether the area below a single line is filled. The axis then begins at 0. */
  readonly filled?: boolean;
  readonly kind?: 'lines' | 'bars';
  /** Whether the value axis is logarithmic. Use it for lines with very different values. */
  readonly logarithmic?: boolean;
  /**
   * When the pointer is over one plot of a group, all plots of the group show the same day. Use it for plots of the
   * same period.
   */
  readonly pointerGroup?: string;
}

const UTC = { timeZone: 'UTC' } as const;
const day = new Intl.DateTimeFormat(LOCALE, { ...UTC, dateStyle: 'medium' });
const hour = new Intl.DateTimeFormat(LOCALE, { ...UTC, dateStyle: 'medium', timeStyle: 'short' });
const tickHourFormat = new Intl.DateTimeFormat(LOCALE, { ...UTC, timeStyle: 'short' });
const tickDayFormat = new Intl.DateTimeFormat(LOCALE, { ...UTC, day: 'numeric', month: 'short' });
const tickMonthFormat = new Intl.DateTimeFormat(LOCALE, { ...UTC, month: 'short', year: 'numeric' });
const tickMonthOnlyFormat = new Intl.DateTimeFormat(LOCALE, { ...UTC, month: 'short' });
const DAY_SECONDS = 86_400;
/** Plots narrower than this (in pixels) have closer ticks, so that a phone shows more than one tick. */
const NARROW_WIDTH_PX = 320;
/** Plots lower than this (in pixels) have closer grid lines, so that the axis shows more than two values. */
const LOW_HEIGHT_PX = 200;
const MS_PER_SECOND = 1_000;

/**
 * Returns the labels of ticks on the time axis. `tickDistanceSeconds` is the time between two ticks. The label of a
 * tick at midnight is its date.
 */
function formatTicks(ticks: readonly number[], tickDistanceSeconds: number, isPlotNarrow: boolean): string[] {
  const areTicksMonths = tickDistanceSeconds >= 28 * DAY_SECONDS;
  return ticks.map((tickSeconds) => {
    const isTickWithinDay = tickDistanceSeconds < DAY_SECONDS && tickSeconds % DAY_SECONDS !== 0;
    return (
      areTicksMonths
        ? isPlotNarrow
          ? tickMonthOnlyFormat
          : tickMonthFormat
        : isTickWithinDay
          ? tickHourFormat
          : tickDayFormat
    ).format(tickSeconds * MS_PER_SECOND);
  });
}

const ISO_DAY_LENGTH = '2026-01-31'.length;

/** Formats the time of a point: as a day, or as an hour for hourly points. */
const formatTime = (date: string) => (date.length === ISO_DAY_LENGTH ? day : hour).format(Date.parse(date));

const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 });

/** On a logarithmic axis, keeps only grid lines at powers of ten. */
const nullUnlessPowerOfTen = (value: number) => (Number.isInteger(Math.log10(value)) ? value : null);

/** Allowed distances between ticks on an axis of whole numbers: 1, 2, 5, 10, 20, 50 and so on. */
const WHOLE_NUMBER_TICK_STEPS = Array.from({ length: 10 }, (_, exponent) =>
  [1, 2, 5].map((step) => step * 10 ** exponent),
).flat();

function buildPlotScales({
  dates,
  series,
  filled = false,
  kind = 'lines',
  logarithmic = false,
}: PlotProps): uPlot.Scales {
  const x: uPlot.Scale =
    kind === 'bars'
      ? {
          // Add half a bar on each side, so that the first and last bar are not cut.
          range: (_, first, last) => {
            const half = (last - first) / Math.max(1, dates.length - 1) / 2;
            return [first - half, last + half];
          },
        }
      : {};
  if (logarithmic) return { x, y: { distr: 3 } };
  if (filled) return { x, y: { range: (_, __, max) => [0, max > 0 ? max * 1.08 : 1] } };
  // If all values are 0, the library would draw an axis from 0 to 100.
  const areAllValuesZero = series.every(({ values }) =>
    values.every((value) => value === null || value === 0),
  );
  return areAllValuesZero ? { x, y: { range: [0, 1] } } : { x };
}

function buildValueAxis(
  { format, kind = 'lines', logarithmic = false }: PlotProps,
  strokeColor: string,
): Pick<uPlot.Axis, 'grid' | 'incrs' | 'values'> {
  return {
    grid: {
      stroke: strokeColor,
      width: 1,
      ...(logarithmic ? { filter: (_, ticks) => ticks.map(nullUnlessPowerOfTen) } : {}),
    },
    ...(kind === 'bars' ? { incrs: WHOLE_NUMBER_TICK_STEPS } : {}),
    // On a logarithmic axis, the library passes null for a label that would overlap another label.
    values: (_, ticks: (number | null)[]) => ticks.map((tick) => (tick === null ? '' : format(tick))),
  };
}

/** The width of the value axis in pixels, so that its longest label is not cut. */
const computeAxisWidthPx = (_: uPlot, tickLabels: string[] | null): number =>
  Math.max(40, 16 + 7 * Math.max(0, ...(tickLabels ?? []).map(({ length }) => length)));

/**
 * Returns the series as they are drawn. Bars are stacked: each series is added to the sum of the earlier series. The
 * highest bar is drawn first, so that it is behind the other bars.
 */
function stackSeries({ series, kind = 'lines' }: PlotProps): readonly Series[] {
  if (kind === 'lines') return series;
  const computeStackedValue = (dayIndex: number, seriesIndex: number) =>
    series.slice(0, seriesIndex + 1).reduce((sum, { values }) => sum + (values[dayIndex] ?? 0), 0);
  return series
    .map((each, currentSeriesIndex) => ({
      ...each,
      values: each.values.map((_, dayIndex) => computeStackedValue(dayIndex, currentSeriesIndex)),
    }))
    .reverse();
}

function buildPlotOptions(
  element: HTMLElement,
  props: PlotProps,
  height: number,
  onHover: (index: number | undefined) => void,
): uPlot.Options {
  const { filled = false, kind = 'lines', pointerGroup } = props;
  const drawnSeries = stackSeries(props);
  const colors = readChartColors(element);
  const axis = {
    stroke: colors.text,
    font: `12px ${getComputedStyle(element).fontFamily}`,
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * MS_PER_SECOND), 'Etc/UTC'),
    legend: { show: false },
    cursor: {
      y: false,
      points: { size: 7 },
      // Plots in the same group share the time at the pointer, but not the values, because their units differ.
      ...(pointerGroup === undefined ? {} : { sync: { key: pointerGroup, scales: ['x', null] } }),
    },
    scales: buildPlotScales(props),
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: (_, __, ___, ____, width) => (width < NARROW_WIDTH_PX ? 48 : 72),
        size: 28,
        values: ({ width }, ticks, _, __, distance) => formatTicks(ticks, distance, width < NARROW_WIDTH_PX),
      },
      {
        ...axis,
        ...buildValueAxis(props, colors.line),
        size: computeAxisWidthPx,
        space: height < LOW_HEIGHT_PX ? 32 : 44,
      },
    ],
    series: [
      {},
      ...drawnSeries.map(({ label, colorNumber: color }) => {
        const strokeColor = colors.series[(color - 1) % colors.series.length] ?? colors.text;
        return {
          label,
          stroke: strokeColor,
          width: 2,
          points: { show: false },
          spanGaps: false,
          ...(filled ? { fill: toTranslucent(strokeColor) } : {}),
          ...(kind === 'bars' ? { paths: bars, fill: strokeColor, width: 0 } : {}),
        };
      }),
    ],
    hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? undefined)] },
  };
}

/** Describes the course of a series in words, for screen readers. */
function describeSeries(
  { label, values }: Series,
  dates: readonly string[],
  formatValue: (value: number) => string,
): string {
  const knownPoints = values.flatMap((value, index) =>
    value === null ? [] : [{ value, date: dates[index] ?? '' }],
  );
  const [first, last] = [knownPoints[0], knownPoints.at(-1)];
  if (first === undefined || last === undefined) return `${label}: no figures.`;
  const knownValues = knownPoints.map(({ value }) => value);
  return (
    `${label}: from ${formatValue(first.value)} on ${formatTime(first.date)} to ${formatValue(last.value)} on ${formatTime(last.date)}. ` +
    `Lowest: ${formatValue(Math.min(...knownValues))}. Highest: ${formatValue(Math.max(...knownValues))}.`
  );
}

/** A plot of series over time, as lines or bars. The text above the plot shows the values at the pointer. */
export function Plot(props: PlotProps) {
  const { label, dates, series, format, height = 240 } = props;
  const containerRef = useRef<HTMLDivElement>(null);
  const [hoveredPointIndex, setHoveredPointIndex] = useState<number>();
  const isDarkScheme = useIsDarkScheme();
  const id = useId();
  const shownPointIndex = hoveredPointIndex ?? dates.length - 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads colours that depend on the scheme
  useEffect(() => {
    const element = containerRef.current;
    if (element === null) return;
    const plot = new uPlot(
      buildPlotOptions(element, props, height, setHoveredPointIndex),
      [
        dates.map((date) => Date.parse(date) / MS_PER_SECOND),
        ...stackSeries(props).map(({ values }) => [...values]),
      ],
      element,
    );
    const resizeObserver = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resizeObserver.observe(element);
    return () => {
      resizeObserver.disconnect();
      plot.destroy();
    };
  }, [dates, series, format, height, isDarkScheme]);

  return (
    <figure className="plot" aria-labelledby={id}>
      <div className="plot-legend">
        {series.map(({ label: name, values, colorNumber: color }) => (
          <span key={name}>
            <i className={`swatch swatch-${color}`} />
            {name}{' '}
            <b>
              {values[shownPointIndex] === null || values[shownPointIndex] === undefined
                ? '–'
                : format(values[shownPointIndex])}
            </b>
          </span>
        ))}
        <span className="soft">
          {dates[shownPointIndex] === undefined ? '' : formatTime(dates[shownPointIndex])}
        </span>
      </div>
      <div ref={containerRef} className="plot-area" style={{ height }} />
      <figcaption className="hidden-visually" id={id}>
        {label}. {series.map((each) => describeSeries(each, dates, format)).join(' ')}
      </figcaption>
    </figure>
  );
}
