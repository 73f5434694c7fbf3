/** Replaces style sheets, which have no effect in the simulated browser. */
export const style = {};
