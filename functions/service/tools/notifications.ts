export { handler as createAlert } from '../../notifications/alerts/create-alert.ts';
export { handler as deleteAlert } from '../../notifications/alerts/delete-alert.ts';
export { handler as listAlerts } from '../../notifications/alerts/list-alerts.ts';
export { handler as listEvents } from '../../notifications/list-events.ts';
