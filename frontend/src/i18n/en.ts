import { about } from './en/about';
import { auth } from './en/auth';
import { channel } from './en/channel';
import { check_in } from './en/check-in';
import { common } from './en/common';
import { home } from './en/home';
import { log } from './en/log';
import { manufacturer } from './en/manufacturer';
import { option } from './en/option';
import { redemption } from './en/redemption';
import { setting } from './en/setting';
import { shell } from './en/shell';
import { tag } from './en/tag';
import { token } from './en/token';
import { user } from './en/user';
import { wallet } from './en/wallet';

/** Every text of the console in English; the other languages must have exactly these keys. */
export const en = {
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

export type Dictionary = typeof en;
