import { describePart } from '../support/describe-specs';

describePart(3, 8);
