import { journeys } from './journeys';

journeys();
