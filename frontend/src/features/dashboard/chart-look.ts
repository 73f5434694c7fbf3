import { modelColor, OTHER_MODELS_COLOR } from '../../base/appearance/model-colors';
import { type Theme } from '../../base/appearance/theme';

/** Theme colours for the chart library, which uses no style sheet; they come from Blueprint's palette. */
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

const looks: Readonly<Record<Theme, ChartLook>> = {
  light: {
    colorOf: model => modelColor(model, 'light'),
    bar: '#2d72d2',
    others: OTHER_MODELS_COLOR,
    text: '#404854',
    line: '#d3d8de',
    ground: '#ffffff',
  },
  dark: {
    colorOf: model => modelColor(model, 'dark'),
    bar: '#4c90f0',
    others: OTHER_MODELS_COLOR,
    text: '#d3d8de',
    line: '#404854',
    ground: '#2f343c',
  },
};

export function lookOf(theme: Theme): ChartLook {
  return looks[theme];
}
