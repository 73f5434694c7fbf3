import { describePart } from '../support/describe-specs';

describePart(8, 8);
