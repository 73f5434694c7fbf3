import type { Dictionary } from './en';
import { about } from './zh/about';
import { about_page } from './zh/about-page';
import { auth } from './zh/auth';
import { channel } from './zh/channel';
import { chat } from './zh/chat';
import { check_in } from './zh/check-in';
import { common } from './zh/common';
import { dashboard } from './zh/dashboard';
import { home } from './zh/home';
import { log } from './zh/log';
import { manufacturer } from './zh/manufacturer';
import { monitor } from './zh/monitor';
import { option } from './zh/option';
import { personal } from './zh/personal';
import { pricing } from './zh/pricing';
import { playground } from './zh/playground';
import { redemption } from './zh/redemption';
import { setting } from './zh/setting';
import { shell } from './zh/shell';
import { tag } from './zh/tag';
import { token } from './zh/token';
import { user } from './zh/user';
import { wallet } from './zh/wallet';

/** Every text of the console in Chinese. */
export const zh: Dictionary = {
  common,
  shell,
  auth,
  home,
  playground,
  token,
  channel,
  redemption,
  user,
  log,
  dashboard,
  setting,
  personal,
  option,
  manufacturer,
  about,
  wallet,
  check_in,
  tag,
  pricing,
  chat,
  monitor,
  about_page,
};
