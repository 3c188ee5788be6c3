package dev.tensorc.io;

import dev.tensorc.runtime.Tensor;

/**
 * Sound, as samples of one or more channels.
 *
 * @param samples of shape [frames, channels]
 * @param rate frames per second
 */
public record Sound(Tensor samples, float rate) {}
