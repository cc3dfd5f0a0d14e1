/**
 * Chapters with stored synthesised audio that the creator of a novel may have, over all their novels.
 * By grade it will be 3 (egg) to 200; until grades exist everyone has the highest.
 */
export const audioCapacity = 200;
