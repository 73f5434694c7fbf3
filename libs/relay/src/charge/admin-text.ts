import { type LogAdminInfo } from '@contracts';
import { type CallFacts } from './call-facts';
import { membersText } from './json-text';

/** The JSON text of the part of a row that only administrators receive, a `LogAdminInfo`. */
export function adminText({ received, plan, upstreamModel }: CallFacts): string {
  const route = plan?.facts;
  let text = `{"use_channel":${channelsText(plan?.tried ?? [])}`;
  if (route) text += `,"chosen_because":${JSON.stringify(route.because)}`;
  if (route?.key) {
    const used = { used_key_position: route.key.position, used_key_mask: route.key.mask } satisfies LogAdminInfo;
    text += `,${membersText(used)}`;
  }
  if (upstreamModel !== received.call.model) {
    const mapped = { is_model_mapped: true, upstream_model_name: upstreamModel } satisfies LogAdminInfo;
    text += `,${membersText(mapped)}`;
  }
  return `${text}}`;
}

/** Channel ids are texts there. */
function channelsText(channels: readonly number[]): string {
  return channels.length === 1 ? `["${channels[0]}"]` : JSON.stringify(channels.map(String));
}
