import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, LegendScrollComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';

register([
  BarChart,
  LineChart,
  PieChart,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TooltipComponent,
  SVGRenderer,
]);

export interface EChartProps {
  readonly option: EChartsCoreOption;
  /** What the chart shows, for users who cannot see it. */
  readonly label: string;
}

/** An element without a size is not visible yet; the library still needs a size. */
const SIZE_UNSEEN = { width: 300, height: 200 } as const;

/** A chart that fills its container and follows its size. Only the needed parts of the library are loaded. */
export function EChart({ option, label }: EChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const { clientWidth: width, clientHeight: height } = element;
    const drawn = init(element, undefined, { renderer: 'svg', ...(width > 0 && height > 0 ? {} : SIZE_UNSEEN) });
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option]);

  return <div ref={place} className="chart" role="img" aria-label={label} />;
}
