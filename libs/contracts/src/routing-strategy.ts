/**
 * How a channel is chosen among those of one priority: by weight and chance, by how soon its answers began lately, by
 * how few calls run on it, or by what it costs its operator.
 */
export const routingStrategies = ['weighted', 'fastest', 'least_busy', 'cheapest'] as const;

export type RoutingStrategy = (typeof routingStrategies)[number];

export function isRoutingStrategy(text: string): text is RoutingStrategy {
  return (routingStrategies as readonly string[]).includes(text);
}
