import { useMemo } from 'react';
import { modelColor, OTHER_MODELS_COLOR } from '../../base/appearance/model-colors';
import { useAppSelector } from '../../base/store-hooks';

/** The colours of the theme for the chart library, which mixes colours and so needs their values. */
export interface ChartLook {
  /** The colour of a model, which it has in every chart. */
  readonly colorOf: (model: string) => string;
  /** The colour of bars that are not told apart. */
  readonly bar: string;
  /** The colour of all other models together. */
  readonly others: string;
  readonly text: string;
  readonly line: string;
  readonly ground: string;
}

const NAME = /^var\((--[a-z\d-]+)\)$/;

/** What the style sheet of tokens says for `var(--name)` in the theme that is shown. */
function valueOf(token: string): string {
  const name = NAME.exec(token)?.[1] ?? '';
  return getComputedStyle(document.body).getPropertyValue(name).trim();
}

function shownLook(): ChartLook {
  return {
    colorOf: model => valueOf(modelColor(model)),
    bar: valueOf('var(--chart-served)'),
    others: valueOf(OTHER_MODELS_COLOR),
    text: valueOf('var(--chart-text)'),
    line: valueOf('var(--chart-line)'),
    ground: valueOf('var(--ground-raised)'),
  };
}

/** The look of charts in the theme that is shown, which the page has before its components are drawn. */
export function useChartLook(): ChartLook {
  const theme = useAppSelector(state => state.appearance.theme);
  return useMemo(shownLook, [theme]);
}
