import { type Dictionary } from './en';
import { about } from './zh/about';
import { about_page } from './zh/about-page';
import { alert } from './zh/alert';
import { auth } from './zh/auth';
import { backup } from './zh/backup';
import { budget } from './zh/budget';
import { plan } from './zh/plan';
import { channel } from './zh/channel';
import { chat } from './zh/chat';
import { check_in } from './zh/check-in';
import { common } from './zh/common';
import { dashboard } from './zh/dashboard';
import { image_task } from './zh/image-task';
import { inspector } from './zh/inspector';
import { health } from './zh/health';
import { home } from './zh/home';
import { hotkey } from './zh/hotkey';
import { limit } from './zh/limit';
import { log } from './zh/log';
import { manufacturer } from './zh/manufacturer';
import { media } from './zh/media';
import { monitor } from './zh/monitor';
import { overview } from './zh/overview';
import { payment } from './zh/payment';
import { palette } from './zh/palette';
import { personal } from './zh/personal';
import { price_effect } from './zh/price-effect';
import { price_rules } from './zh/price-rules';
import { prices } from './zh/prices';
import { pricing } from './zh/pricing';
import { playground } from './zh/playground';
import { access } from './zh/access';
import { move_in } from './zh/move-in';
import { joining } from './zh/joining';
import { redemption } from './zh/redemption';
import { report } from './zh/report';
import { saved_filter } from './zh/saved-filter';
import { setting } from './zh/setting';
import { statement } from './zh/statement';
import { shell } from './zh/shell';
import { storage } from './zh/storage';
import { tag } from './zh/tag';
import { task } from './zh/task';
import { team } from './zh/team';
import { token } from './zh/token';
import { user } from './zh/user';
import { wallet } from './zh/wallet';
import { use_key } from './zh/use-key';

/** Every text of the console in Chinese. */
export const zh: Dictionary = {
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
  payment,
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
