package dev.tensorc.codegen.loop;

/**
 * A sum of a few products whose results, along the last parallel axis, are as many as one vector of
 * some width has: a row of a small matrix. Strides are those of row-major arrays.
 *
 * @param columns results of a row
 * @param depth products of each
 * @param right whether the second factor is the one that has a row for each product
 * @param elementStride of the other factor, from one product to the next
 * @param rowStride of that factor, from one of its rows to the next
 */
public record SmallProduct(
    int columns, int depth, boolean right, int elementStride, int rowStride) {}
