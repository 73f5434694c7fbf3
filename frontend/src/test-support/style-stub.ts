/** Style sheets mean nothing to the simulated browser. */
export const style = {};
