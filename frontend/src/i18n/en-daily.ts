import { about_page } from './en/about-page';
import { access } from './en/access';
import { budget } from './en/budget';
import { chat } from './en/chat';
import { dashboard } from './en/dashboard';
import { health } from './en/health';
import { image_task } from './en/image-task';
import { inspector } from './en/inspector';
import { limit } from './en/limit';
import { log } from './en/log';
import { media } from './en/media';
import { monitor } from './en/monitor';
import { overview } from './en/overview';
import { pricing } from './en/pricing';
import { saved_filter } from './en/saved-filter';
import { tag } from './en/tag';
import { task } from './en/task';
import { token } from './en/token';
import { use_key } from './en/use-key';

/** The texts of the pages that most readers open: keys, log, models, overview, tasks. */
export const en = {
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
