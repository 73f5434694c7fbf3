import { type EChartsCoreOption } from 'echarts/core';
import { type ChartLook } from './chart-look';

/** One coloured part of a chart. */
export interface NamedValues {
  readonly name: string;
  /** True for the part of all models without a colour of their own. */
  readonly isOthers: boolean;
  readonly values: readonly number[];
}

export interface ChartData {
  /** The texts of the periods, or of the models. */
  readonly labels: readonly string[];
  readonly series: readonly NamedValues[];
  readonly format: (value: number) => string;
  /** How the values beside the axis are written, when they need more decimals than the others. */
  readonly axisFormat?: (value: number) => string;
  /** True for counts, whose axis has no steps below 1. */
  readonly isCount?: boolean;
  readonly look: ChartLook;
}

/** With more periods than this the bars are too thin for gaps. */
const GAPS_PERIODS_MAX = 60;

/** Draws nothing where there was no usage, not even a line of height zero. */
function drawn(values: readonly number[]): readonly (number | null)[] {
  return values.map(value => (value === 0 ? null : value));
}

function colorOf(look: ChartLook, { name, isOthers }: Pick<NamedValues, 'name' | 'isOthers'>): string {
  return isOthers ? look.others : look.colorOf(name);
}

/** Names come from callers, so they are never put into HTML here: the library escapes names and formatted values. */
function base({ look, format }: ChartData): EChartsCoreOption {
  return {
    animation: false,
    textStyle: { color: look.text },
    tooltip: {
      backgroundColor: look.ground,
      borderColor: look.line,
      textStyle: { color: look.text, fontSize: 12 },
      confine: true,
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '–'),
    },
  };
}

function valueAxis({ look, format, axisFormat = format, isCount = false }: ChartData) {
  return {
    type: 'value',
    ...(isCount && { minInterval: 1 }),
    axisLabel: { color: look.text, formatter: axisFormat },
    splitLine: { lineStyle: { color: look.line } },
  };
}

function labelAxis({ look, labels }: ChartData) {
  return {
    type: 'category',
    data: labels,
    axisLabel: { color: look.text, hideOverlap: true },
    axisLine: { lineStyle: { color: look.line } },
    axisTick: { show: false },
  };
}

function legend({ look }: ChartData) {
  return {
    type: 'scroll',
    bottom: 0,
    // Texts are measured in another font than that of a Chinese page, which may be wider.
    itemGap: 20,
    textStyle: { color: look.text },
    pageTextStyle: { color: look.text },
    pageIconColor: look.text,
    pageIconInactiveColor: look.line,
  };
}

const timeGrid = { left: 8, right: 16, top: 16, bottom: 40, outerBoundsMode: 'same' } as const;

/** Stacked bars of all models, one bar per period. */
export function stackedBars(data: ChartData): EChartsCoreOption {
  return {
    ...base(data),
    tooltip: {
      ...(base(data).tooltip as object),
      trigger: 'axis',
      order: 'valueDesc',
      axisPointer: { type: 'shadow' },
    },
    grid: timeGrid,
    legend: legend(data),
    xAxis: labelAxis(data),
    yAxis: valueAxis(data),
    series: data.series.map(({ name, values, isOthers }) => ({
      type: 'bar',
      stack: 'all',
      name,
      data: drawn(values),
      color: colorOf(data.look, { name, isOthers }),
      barMaxWidth: 48,
      barCategoryGap: data.labels.length > GAPS_PERIODS_MAX ? '0%' : '25%',
    })),
  };
}

/** Bars beside each other, a group for each period. */
export function groupedBars(data: ChartData): EChartsCoreOption {
  return {
    ...base(data),
    tooltip: { ...(base(data).tooltip as object), trigger: 'axis', axisPointer: { type: 'shadow' } },
    grid: timeGrid,
    legend: legend(data),
    xAxis: labelAxis(data),
    yAxis: valueAxis(data),
    series: data.series.map(({ name, values, isOthers }) => ({
      type: 'bar',
      name,
      data: drawn(values),
      color: colorOf(data.look, { name, isOthers }),
      barMaxWidth: 32,
      barGap: '10%',
    })),
  };
}

/** Stacked areas of all models over the periods. */
export function stackedAreas(data: ChartData): EChartsCoreOption {
  return {
    ...base(data),
    tooltip: { ...(base(data).tooltip as object), trigger: 'axis', order: 'valueDesc' },
    grid: timeGrid,
    legend: legend(data),
    xAxis: { ...labelAxis(data), boundaryGap: false },
    yAxis: valueAxis(data),
    series: data.series.map(({ name, values, isOthers }) => ({
      type: 'line',
      stack: 'all',
      name,
      data: values,
      color: colorOf(data.look, { name, isOthers }),
      areaStyle: { opacity: 0.35 },
      lineStyle: { width: 1.5 },
      // A single period has no line, only points.
      showSymbol: data.labels.length === 1,
    })),
  };
}

/** A ring with the parts of a whole; each series is one part with a single value. */
export function shareRing(data: ChartData): EChartsCoreOption {
  const { look, series } = data;
  return {
    ...base(data),
    tooltip: { ...(base(data).tooltip as object), trigger: 'item' },
    series: [
      {
        type: 'pie',
        radius: ['45%', '70%'],
        label: { color: look.text, formatter: '{b}\n{d}%', overflow: 'truncate', width: 110 },
        labelLine: { lineStyle: { color: look.text } },
        itemStyle: { borderColor: look.ground, borderWidth: 1 },
        data: series.map(({ name, values, isOthers }) => ({
          name,
          value: values[0] ?? 0,
          itemStyle: { color: colorOf(look, { name, isOthers }) },
        })),
      },
    ],
  };
}

/** One horizontal bar per label, the first on top. */
export function rankedBars(data: ChartData): EChartsCoreOption {
  const { look, series, format } = data;
  const [line] = series;
  return {
    ...base(data),
    tooltip: { ...(base(data).tooltip as object), trigger: 'item' },
    grid: { left: 8, right: 56, top: 8, bottom: 8, outerBoundsMode: 'same' },
    xAxis: { ...valueAxis(data), splitNumber: 3 },
    yAxis: {
      ...labelAxis(data),
      inverse: true,
      axisLabel: { color: look.text, overflow: 'truncate', width: 140 },
    },
    series: [
      {
        type: 'bar',
        name: line?.name,
        data: line?.values ?? [],
        color: look.bar,
        barMaxWidth: 20,
        label: {
          show: true,
          position: 'right',
          color: look.text,
          formatter: ({ value }: { readonly value: unknown }) => format(Number(value)),
        },
      },
    ],
  };
}
