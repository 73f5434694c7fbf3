/** The page that a reader sees after signing in. */
export const START_PATH = '/overview';
