import { alert } from './zh/alert';
import { channel } from './zh/channel';
import { manufacturer } from './zh/manufacturer';
import { price_effect } from './zh/price-effect';
import { price_rules } from './zh/price-rules';
import { prices } from './zh/prices';

/** The texts of the pages with which a site is operated: channels, prices, alerts, in Chinese. */
export const zh = { alert, channel, manufacturer, price_effect, price_rules, prices };
