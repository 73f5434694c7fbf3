import { describePart } from '../support/servers/describe-specs';

describePart(8);
