import {
  BankAccount,
  Barcode,
  Chat,
  Cog,
  Cube,
  Document,
  Endorsed,
  Flows,
  Globe,
  GroupedBarChart,
  Home,
  Key,
  Media,
  PathSearch,
  People,
  Play,
  Pulse,
  ThList,
  TimelineBarChart,
  TimelineEvents,
  WarningSign,
} from '@blueprintjs/icons';

const icons: Readonly<Record<string, typeof Document>> = {
  '/': Home,
  '/playground': Play,
  '/chat': Chat,
  '/pricing': Cube,
  '/status': Endorsed,
  '/monitor': Globe,
  '/token': Key,
  '/log': ThList,
  '/detail': TimelineBarChart,
  '/midjourney': Media,
  '/task': TimelineEvents,
  '/topup': BankAccount,
  '/channel': Flows,
  '/health': Pulse,
  '/alert': WarningSign,
  '/reach': PathSearch,
  '/report': GroupedBarChart,
  '/user': People,
  '/redemption': Barcode,
  '/setting': Cog,
};

/** The icon of a page in the navigation, by its path. */
export function iconOf(path: string): typeof Document {
  return icons[path] ?? Document;
}
