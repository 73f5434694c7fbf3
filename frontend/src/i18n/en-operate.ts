import { alert } from './en/alert';
import { channel } from './en/channel';
import { manufacturer } from './en/manufacturer';
import { price_effect } from './en/price-effect';
import { price_rules } from './en/price-rules';
import { prices } from './en/prices';

/** The texts of the pages with which a site is operated: channels, prices, alerts. */
export const en = { alert, channel, manufacturer, price_effect, price_rules, prices };
