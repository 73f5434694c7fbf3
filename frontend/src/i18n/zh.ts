import type { Dictionary } from './en';
import { about } from './zh/about';
import { auth } from './zh/auth';
import { channel } from './zh/channel';
import { check_in } from './zh/check-in';
import { common } from './zh/common';
import { home } from './zh/home';
import { log } from './zh/log';
import { manufacturer } from './zh/manufacturer';
import { option } from './zh/option';
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
  token,
  channel,
  redemption,
  user,
  log,
  setting,
  option,
  manufacturer,
  about,
  wallet,
  check_in,
  tag,
};
