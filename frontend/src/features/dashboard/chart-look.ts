import { type Theme } from '../../base/appearance/theme';

/** Theme colours for the chart library, which uses no style sheet; they come from Blueprint's palette. */
export interface ChartLook {
  /**
   * Colours of the models, the most expensive first; they are readable beside each other and on the background of the
   * theme.
   */
  readonly series: readonly string[];
  /** The colour of all other models together. */
  readonly others: string;
  readonly text: string;
  readonly line: string;
  readonly ground: string;
}

const looks: Readonly<Record<Theme, ChartLook>> = {
  light: {
    series: ['#2d72d2', '#d1980b', '#238551', '#d33d17', '#9d3f9d', '#00a396', '#db2c6f', '#7961db'],
    others: '#8f99a8',
    text: '#404854',
    line: '#d3d8de',
    ground: '#ffffff',
  },
  dark: {
    series: ['#4c90f0', '#f0b726', '#32a467', '#eb6847', '#bd6bbd', '#13c9ba', '#f5498b', '#9881f3'],
    others: '#8f99a8',
    text: '#d3d8de',
    line: '#404854',
    ground: '#2f343c',
  },
};

export function lookOf(theme: Theme): ChartLook {
  return looks[theme];
}
