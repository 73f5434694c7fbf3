/** The addresses of the console's pages; `:id` stands for one part. The console's router has the same list. */
export const consolePaths = [
  '/',
  '/about',
  '/alert',
  '/budget',
  '/channel',
  '/channel/add',
  '/channel/edit/:id',
  '/chat',
  '/detail',
  '/health',
  '/log',
  '/login',
  '/midjourney',
  '/monitor',
  '/oauth/github',
  '/oauth/linuxdo',
  '/oauth/oidc',
  '/oauth/telegram',
  '/overview',
  '/plan',
  '/playground',
  '/prices',
  '/pricing',
  '/reach',
  '/redemption',
  '/report',
  '/register',
  '/registration',
  '/reset',
  '/setting',
  '/status',
  '/task',
  '/team',
  '/team/:id',
  '/team/join/:id',
  '/token',
  '/topup',
  '/user',
  '/user/edit',
  '/user/edit/:id',
  '/user/reset',
] as const;

const PATTERN = new RegExp(`^(?:${consolePaths.map(path => path.replace(':id', '[^/]+')).join('|')})/?$`);

/** @param path without its query */
export function isConsolePath(path: string): boolean {
  return PATTERN.test(path);
}
