// Timers of a hidden tab are slowed to one a minute; a worker's are not, and the ping renews the edit lock.
self.onmessage = (event: MessageEvent<number>) => {
  setInterval(() => self.postMessage(0), event.data);
};
