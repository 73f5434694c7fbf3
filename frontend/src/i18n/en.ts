import { about } from './en/about';
import { about_page } from './en/about-page';
import { alert } from './en/alert';
import { auth } from './en/auth';
import { backup } from './en/backup';
import { budget } from './en/budget';
import { plan } from './en/plan';
import { channel } from './en/channel';
import { chat } from './en/chat';
import { check_in } from './en/check-in';
import { common } from './en/common';
import { dashboard } from './en/dashboard';
import { image_task } from './en/image-task';
import { inspector } from './en/inspector';
import { health } from './en/health';
import { home } from './en/home';
import { hotkey } from './en/hotkey';
import { limit } from './en/limit';
import { log } from './en/log';
import { manufacturer } from './en/manufacturer';
import { media } from './en/media';
import { monitor } from './en/monitor';
import { overview } from './en/overview';
import { payment } from './en/payment';
import { palette } from './en/palette';
import { personal } from './en/personal';
import { price_effect } from './en/price-effect';
import { price_rules } from './en/price-rules';
import { prices } from './en/prices';
import { pricing } from './en/pricing';
import { playground } from './en/playground';
import { access } from './en/access';
import { move_in } from './en/move-in';
import { joining } from './en/joining';
import { redemption } from './en/redemption';
import { report } from './en/report';
import { saved_filter } from './en/saved-filter';
import { setting } from './en/setting';
import { statement } from './en/statement';
import { shell } from './en/shell';
import { storage } from './en/storage';
import { tag } from './en/tag';
import { task } from './en/task';
import { team } from './en/team';
import { token } from './en/token';
import { user } from './en/user';
import { wallet } from './en/wallet';
import { use_key } from './en/use-key';

/** Every text of the console in English; the other languages must have exactly these keys. */
export const en = {
  common,
  shell,
  alert,
  palette,
  hotkey,
  saved_filter,
  auth,
  backup,
  home,
  overview,
  playground,
  token,
  budget,
  plan,
  channel,
  health,
  access,
  move_in,
  joining,
  redemption,
  report,
  use_key,
  user,
  limit,
  log,
  dashboard,
  setting,
  statement,
  storage,
  personal,
  manufacturer,
  about,
  wallet,
  payment,
  check_in,
  tag,
  prices,
  price_rules,
  pricing,
  price_effect,
  chat,
  monitor,
  about_page,
  media,
  image_task,
  inspector,
  task,
  team,
};

/** English tells one from many (`deleted|one`, `deleted|other`); a language that does not has the plain key. */
type PlainKey<Key> = Key extends `${infer Plain}|${string}` ? Plain : Key;

/** The texts that another language must have. */
export type Dictionary = {
  readonly [Area in keyof typeof en]: { readonly [Key in keyof (typeof en)[Area] as PlainKey<Key>]: string };
};
