/** Leaves the console for another site. It is a member of an object, so that a test can observe the address. */
export const leave = {
  to: (url: string): void => window.location.assign(url),
};
