/** Going to another site for good: a member of an object, so that a test can see where it would have gone. */
export const leave = {
  to: (url: string): void => window.location.assign(url),
};
