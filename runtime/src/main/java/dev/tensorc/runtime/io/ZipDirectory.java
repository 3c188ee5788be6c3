package dev.tensorc.runtime.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The directory of a zip archive: which members it has, and where in the file their bytes are,
 * which {@code java.util.zip} does not tell and mapping needs. After PKWARE's APPNOTE 6.3.10,
 * sections 4.3 and 4.5.3. Nothing that it says is believed before it was compared with the file.
 */
final class ZipDirectory {
  private static final int END = 0x06054b50;
  private static final int END_64_LOCATOR = 0x07064b50;
  private static final int END_64 = 0x06064b50;
  private static final int ENTRY = 0x02014b50;
  private static final int LOCAL = 0x04034b50;
  private static final int END_LENGTH = 22;
  private static final int ENTRY_LENGTH = 46;
  private static final int LOCAL_LENGTH = 30;
  private static final int MAX_DIRECTORY = 1 << 26;
  private static final long SEE_64 = 0xffff_ffffL;

  /**
   * One file of the archive.
   *
   * @param place where its bytes begin, compressed or not
   * @param length how many these are
   * @param size how many they are when they are not compressed
   */
  record Member(String name, boolean deflated, long place, long length, long size, long crc) {}

  private final FileChannel channel;
  private final String file;
  private final long fileSize;
  private long start;

  private ZipDirectory(FileChannel channel, String file) throws IOException {
    this.channel = channel;
    this.file = file;
    this.fileSize = channel.size();
  }

  /** All members in the directory's order; none overlap, and all lie inside the file. */
  static List<Member> read(FileChannel channel, String file) throws IOException {
    ZipDirectory directory = new ZipDirectory(channel, file);
    List<Member> members = directory.members(directory.entries());
    directory.requireApart(members);
    return members;
  }

  /** The bytes of the directory. */
  private ByteBuffer entries() throws IOException {
    int tailLength = (int) Math.min(fileSize, END_LENGTH + 0xffff);
    ByteBuffer tail = bytes(fileSize - tailLength, tailLength);
    int end = tailLength - END_LENGTH;
    while (end >= 0 && !isEnd(tail, end)) {
      end--;
    }
    if (end < 0) {
      throw problem("not an .npz archive, or truncated: the directory at its end is missing");
    }
    long length = unsigned(tail.getInt(end + 12));
    start = unsigned(tail.getInt(end + 16));
    if (length == SEE_64 || start == SEE_64 || tail.getShort(end + 10) == -1) {
      ByteBuffer end64 = end64(fileSize - tailLength + end);
      length = end64.getLong(40);
      start = end64.getLong(48);
    }
    if (length < 0 || start < 0 || length > fileSize || start > fileSize - length) {
      throw problem("damaged: the directory is said to lie outside the file");
    }
    if (length > MAX_DIRECTORY) {
      throw problem("its directory has %d bytes; at most 64 MiB are read".formatted(length));
    }
    return bytes(start, (int) length);
  }

  private static boolean isEnd(ByteBuffer tail, int at) {
    return tail.getInt(at) == END
        && at + END_LENGTH + Short.toUnsignedInt(tail.getShort(at + 20)) == tail.limit();
  }

  /** The end record of large archives, which a locator in front of the other one leads to. */
  private ByteBuffer end64(long end) throws IOException {
    if (end >= 20) {
      ByteBuffer locator = bytes(end - 20, 20);
      long place = locator.getLong(8);
      if (locator.getInt(0) == END_64_LOCATOR && place >= 0 && place <= fileSize - 56) {
        ByteBuffer end64 = bytes(place, 56);
        if (end64.getInt(0) == END_64) {
          return end64;
        }
      }
    }
    throw problem("damaged: the record of a large archive is missing");
  }

  private List<Member> members(ByteBuffer entries) throws IOException {
    List<Member> members = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int at = 0;
    while (at < entries.limit()) {
      int next = at + ENTRY_LENGTH;
      if (next <= entries.limit()) {
        next += length(entries, at + 28) + length(entries, at + 30) + length(entries, at + 32);
      }
      if (next > entries.limit() || entries.getInt(at) != ENTRY) {
        throw problem("damaged: its directory is cut off or no directory");
      }
      Member member = member(entries, at);
      if (!names.add(member.name())) {
        throw problem("damaged: two members have the name " + quoted(member));
      }
      members.add(member);
      at = next;
    }
    return members;
  }

  private Member member(ByteBuffer entries, int at) throws IOException {
    int nameLength = length(entries, at + 28);
    byte[] name = new byte[nameLength];
    entries.get(at + ENTRY_LENGTH, name);
    long size = unsigned(entries.getInt(at + 24));
    long length = unsigned(entries.getInt(at + 20));
    long header = unsigned(entries.getInt(at + 42));
    int extra = at + ENTRY_LENGTH + nameLength;
    int extraEnd = extra + length(entries, at + 30);
    while (extra + 4 <= extraEnd) {
      int from = extra + 4;
      int to = Math.min(from + length(entries, extra + 2), extraEnd);
      if (entries.getShort(extra) == 1) { // the numbers that take more than 32 bits, in this order
        boolean[] large = {size == SEE_64, length == SEE_64, header == SEE_64};
        long[] values = {size, length, header};
        for (int i = 0; i < values.length; i++) {
          if (large[i] && from + 8 <= to) {
            values[i] = entries.getLong(from);
            from += 8;
          }
        }
        size = values[0];
        length = values[1];
        header = values[2];
      }
      extra = to;
    }
    int method = length(entries, at + 10);
    Member member =
        new Member(
            new String(name, StandardCharsets.UTF_8),
            method == 8,
            header,
            length,
            size,
            unsigned(entries.getInt(at + 16)));
    if ((entries.getShort(at + 8) & 1) != 0) {
      throw problem("member " + quoted(member) + " is encrypted");
    }
    if (method != 0 && method != 8) {
      throw problem(
          "member %s is compressed by method %d; known are 0 (stored) and 8 (deflated)"
              .formatted(quoted(member), method));
    }
    return located(member);
  }

  /** The member at the place where its bytes begin, behind its own header. */
  private Member located(Member member) throws IOException {
    long header = member.place();
    if (header >= 0 && header <= start - LOCAL_LENGTH) {
      ByteBuffer local = bytes(header, LOCAL_LENGTH);
      long place = header + LOCAL_LENGTH + length(local, 26) + length(local, 28);
      boolean inside = place <= start && member.length() >= 0 && member.length() <= start - place;
      boolean sized = member.deflated() ? member.size() >= 0 : member.size() == member.length();
      if (local.getInt(0) == LOCAL && inside && sized) {
        return new Member(
            member.name(), member.deflated(), place, member.length(), member.size(), member.crc());
      }
    }
    throw problem(
        "damaged: member %s differs from its entry in the directory".formatted(quoted(member)));
  }

  private void requireApart(List<Member> members) throws TensorFileException {
    List<Member> inOrder = new ArrayList<>(members);
    inOrder.sort(Comparator.comparingLong(Member::place));
    for (int i = 1; i < inOrder.size(); i++) {
      Member before = inOrder.get(i - 1);
      if (before.place() + before.length() > inOrder.get(i).place() - LOCAL_LENGTH) {
        throw problem(
            "damaged: members %s and %s overlap".formatted(quoted(before), quoted(inOrder.get(i))));
      }
    }
  }

  private ByteBuffer bytes(long from, int length) throws IOException {
    byte[] bytes = new FilePart(channel, from, length).readNBytes(length);
    if (bytes.length < length) {
      throw problem("truncated while it is read");
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int length(ByteBuffer from, int at) {
    return Short.toUnsignedInt(from.getShort(at));
  }

  private static long unsigned(int value) {
    return Integer.toUnsignedLong(value);
  }

  private static String quoted(Member member) {
    return "'" + NpyType.printable(member.name()) + "'";
  }

  private TensorFileException problem(String what) {
    return new TensorFileException(file, what);
  }
}
