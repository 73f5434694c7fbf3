import { about_page } from './zh/about-page';
import { access } from './zh/access';
import { budget } from './zh/budget';
import { chat } from './zh/chat';
import { dashboard } from './zh/dashboard';
import { health } from './zh/health';
import { image_task } from './zh/image-task';
import { inspector } from './zh/inspector';
import { limit } from './zh/limit';
import { log } from './zh/log';
import { media } from './zh/media';
import { monitor } from './zh/monitor';
import { overview } from './zh/overview';
import { pricing } from './zh/pricing';
import { saved_filter } from './zh/saved-filter';
import { tag } from './zh/tag';
import { task } from './zh/task';
import { token } from './zh/token';
import { use_key } from './zh/use-key';

/** The texts of the pages that most readers open: keys, log, models, overview, tasks, in Chinese. */
export const zh = {
  about_page,
  access,
  budget,
  chat,
  dashboard,
  health,
  image_task,
  inspector,
  limit,
  log,
  media,
  monitor,
  overview,
  pricing,
  saved_filter,
  tag,
  task,
  token,
  use_key,
};
