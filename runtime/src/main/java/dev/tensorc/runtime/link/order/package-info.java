/**
 * Whole rows, element after element, for generated classes: sorting, searching, running totals, the
 * places of elements that are not zero, and updates at computed places.
 *
 * <p>Not for users: as {@link dev.tensorc.runtime.link}, it promises nothing beyond the link
 * version.
 */
package dev.tensorc.runtime.link.order;
