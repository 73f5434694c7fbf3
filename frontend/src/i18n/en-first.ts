import { about } from './en/about';
import { about_page } from './en/about-page';
import { alert } from './en/alert';
import { auth } from './en/auth';
import { backup } from './en/backup';
import { budget } from './en/budget';
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
import { media } from './en/media';
import { monitor } from './en/monitor';
import { overview } from './en/overview';
import { palette } from './en/palette';
import { personal } from './en/personal';
import { prices } from './en/prices';
import { pricing } from './en/pricing';
import { playground } from './en/playground';
import { access } from './en/access';
import { move_in } from './en/move-in';
import { redemption } from './en/redemption';
import { report } from './en/report';
import { saved_filter } from './en/saved-filter';
import { setting } from './en/setting';
import { shell } from './en/shell';
import { storage } from './en/storage';
import { tag } from './en/tag';
import { task } from './en/task';
import { token } from './en/token';
import { user } from './en/user';
import { wallet } from './en/wallet';
import { use_key } from './en/use-key';

/** The texts that are loaded with the console; pages that bring their own ones add them, see `later.ts`. */
export const first = {
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
  channel,
  health,
  access,
  move_in,
  redemption,
  report,
  use_key,
  user,
  limit,
  log,
  dashboard,
  setting,
  storage,
  personal,
  about,
  wallet,
  check_in,
  tag,
  prices,
  pricing,
  chat,
  monitor,
  about_page,
  media,
  image_task,
  inspector,
  task,
};
