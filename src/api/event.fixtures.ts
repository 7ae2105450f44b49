/** An event as the service writes it in a list. */
export const eventWire = (eventId: string, more: Record<string, unknown> = {}) => ({
  eventId,
  isActive: true,
  isLive: false,
  category: 'tech',
  subcategory: 'ai',
  markets: [],
  ...more,
});
